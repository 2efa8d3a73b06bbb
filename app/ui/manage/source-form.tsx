import { Button } from "./button";
import { type Choice, SelectField, TextField } from "./field";
import { PostForm } from "./form";
import { Card } from "./list";

interface SourceFormProps {
  form: string;
  version?: number;
  /** The kinds to choose from; absent where the kind is settled. */
  kinds?: Choice[];
  values: { name: string; heartbeatSeconds: number | null };
  submit: string;
}

export function SourceForm({ form, version, kinds, values, submit }: SourceFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        {kinds ? <SelectField name="kind" label="Kind" choices={kinds} value={kinds[0]?.value ?? ""} /> : null}
        <TextField name="name" label="Name" hint="As your team calls it." value={values.name} required />
        <TextField
          name="heartbeatSeconds"
          type="number"
          inputMode="numeric"
          label="Its own heartbeat, seconds"
          hint="When nothing comes for so long, what only it observes turns to no data. Empty: off."
          value={values.heartbeatSeconds === null ? "" : String(values.heartbeatSeconds)}
        />
      </Card>
      <div>
        <Button look={kinds ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
