import type { ValuesOf } from "~/rules/fields/fields";
import { templateFields } from "~/rules/templates/fields";
import type { NamedComponent } from "../incidents/incident-form";
import { Button, PreviewButton } from "../parts/button";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounField, NounFields, namedChoices } from "../parts/noun-fields";

const { name: nameField, ...words } = templateFields;

/** What may be left open, said once beside the fields that take it. */
function Placeholders() {
  return (
    <p className="text-soft">
      Placeholders you can use in title and text: <code>{"{{component}}"}</code> (affected components),{" "}
      <code>{"{{page}}"}</code> (the page's name) and <code>{"{{time}}"}</code> (when it is used). They are filled in
      when somebody uses the template, and everything can still be changed then.
    </p>
  );
}

interface TemplateFormProps {
  form: string;
  version?: number;
  values: ValuesOf<typeof templateFields>;
  components: NamedComponent[];
  submit: string;
}

export function TemplateForm({ form, version, values, components, submit }: TemplateFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <NounField fields={{ name: nameField }} name="name" value={values.name} />
        <Placeholders />
        <NounFields fields={words} values={values} picks={{ components: namedChoices(components) }} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="save">
          {submit}
        </Button>
        <PreviewButton />
      </div>
    </PostForm>
  );
}
