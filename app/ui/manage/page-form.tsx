import { Button } from "./button";
import { SelectField, TextArea, TextField } from "./field";
import { PostForm } from "./form";
import { Card } from "./list";

export interface PageValues {
  name: string;
  slug: string;
  about: string;
  timeZone: string;
  language: string;
  accent: string;
}

const timeZones = Intl.supportedValuesOf("timeZone");

interface PageFormProps {
  form: string;
  version?: number;
  values: PageValues;
  submit: string;
}

export function PageForm({ form, version, values, submit }: PageFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <TextField name="name" label="Name" hint="Of the service or the company." value={values.name} required />
        <TextField
          name="slug"
          label="Address"
          hint="Small letters, digits and hyphens; the page is then at /address."
          value={values.slug}
          spellCheck={false}
          required
        />
        <TextArea
          name="about"
          label="About"
          hint="One or two sentences under the name."
          rows={2}
          value={values.about}
        />
        <TextField
          name="timeZone"
          label="Time zone"
          hint="As in Europe/Berlin. The page's days begin and end in it."
          value={values.timeZone}
          suggestions={timeZones}
          spellCheck={false}
        />
        <SelectField
          name="language"
          label="Language"
          choices={[{ value: "en", label: "English" }]}
          value={values.language}
        />
        <TextField
          name="accent"
          label="Accent colour"
          hint="As #1f5f4a. Dark enough to be read on white (4.5:1)."
          value={values.accent}
          spellCheck={false}
        />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}
