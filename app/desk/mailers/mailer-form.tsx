import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { type SettingField, SettingFields } from "../parts/setting-fields";

interface MailerFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: { name: string; fromAddress: string; settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

export function MailerForm({ form, values, settingFields, submit, primary, ...rest }: MailerFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <TextField name="name" label="Name" hint="As your team calls it." value={values.name} required />
        <TextField
          name="fromAddress"
          type="email"
          label="Sender's address"
          hint="Every mail of every page comes from it, under the name of its page. The mail server must let us use it."
          value={values.fromAddress}
          autoComplete="off"
          required
        />
        <SettingFields fields={settingFields} values={values.settings} />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
