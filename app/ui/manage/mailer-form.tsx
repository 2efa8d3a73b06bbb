import { Button } from "./button";
import { SelectField, TextField } from "./field";
import { PostForm } from "./form";
import { Card } from "./list";
import { securityWords } from "./words";

export interface MailerSetting {
  name: string;
  title: string;
  secret: boolean;
  required: boolean;
  choices?: string[];
  preset?: string;
}

interface MailerFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: { name: string; fromAddress: string; settings: Record<string, unknown> };
  settingFields: MailerSetting[];
  submit: string;
  primary?: boolean;
}

function Setting({ field, value }: { field: MailerSetting; value: unknown }) {
  const name = `settings.${field.name}`;
  const shown = value === undefined || value === null ? (field.preset ?? "") : String(value);
  if (field.choices) {
    const choices = field.choices.map((each) => ({ value: each, label: securityWords[each] ?? each }));
    return <SelectField name={name} label={field.title} value={shown} choices={choices} />;
  }
  const hint = field.secret ? "Secret: shown as dots once it is saved." : undefined;
  return (
    <TextField
      name={name}
      label={field.title}
      hint={hint}
      value={shown}
      required={field.required}
      autoComplete="off"
      spellCheck={false}
    />
  );
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
        {settingFields.map((field) => (
          <Setting key={field.name} field={field} value={values.settings[field.name]} />
        ))}
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
