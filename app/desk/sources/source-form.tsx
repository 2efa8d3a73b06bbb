import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { type SettingField, SettingFields } from "../parts/setting-fields";

interface SourceFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: { name: string; heartbeatSeconds: number | null; settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

export function SourceForm({ form, values, settingFields, submit, primary, ...rest }: SourceFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <TextField name="name" label="Name" hint="As your team calls it." value={values.name} required />
        <SettingFields fields={settingFields} values={values.settings} />
        <TextField
          name="heartbeatSeconds"
          type="number"
          inputMode="numeric"
          label="Its own heartbeat, seconds"
          hint="When nothing comes for so long, what only it observes turns to no data. For tools that always send, as an Alertmanager whose Watchdog alert repeats more often. Empty: off."
          value={textOf(values.heartbeatSeconds)}
        />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
