import { Button } from "../parts/button";
import { choicesOf, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { collapsedWords } from "../parts/words";

interface GroupFormProps {
  form: string;
  version?: number;
  values: { name: string; description: string; collapsed: string };
  submit: string;
}

export function GroupForm({ form, version, values, submit }: GroupFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <TextField name="name" label="Name" value={values.name} required />
        <TextArea name="description" label="About" rows={2} value={values.description} />
        <SelectField
          name="collapsed"
          label="On the page"
          choices={choicesOf(collapsedWords)}
          value={values.collapsed}
        />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}
