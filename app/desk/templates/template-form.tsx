import { ComponentStatuses } from "../components/component-statuses";
import { impactChoices, type NamedComponent } from "../incidents/incident-form";
import { Button } from "../parts/button";
import { choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { MarkdownField } from "../parts/markdown-field";
import { incidentStatusWords } from "../parts/words";

export interface TemplateValues {
  name: string;
  title: string;
  body: string;
  status: string | null;
  impactOverride: string | null;
  components: Record<string, string>;
}

export const freshTemplate: TemplateValues = {
  name: "",
  title: "",
  body: "",
  status: null,
  impactOverride: null,
  components: {},
};

export const templateStatusChoices = [{ value: "", label: "Leave it as it is" }, ...choicesOf(incidentStatusWords)];

/** What may be left open, said once beside the fields that take it. */
function Placeholders() {
  return (
    <p className="text-soft">
      Title and text may leave open <code>{"{{component}}"}</code> (what it touches), <code>{"{{page}}"}</code> (the
      page's name) and <code>{"{{time}}"}</code> (when it is used). They are filled in when somebody uses the template,
      and everything can still be changed then.
    </p>
  );
}

interface TemplateFormProps {
  form: string;
  version?: number;
  values: TemplateValues;
  components: NamedComponent[];
  submit: string;
}

export function TemplateForm({ form, version, values, components, submit }: TemplateFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <TextField name="name" label="Name" hint="Only your team sees it." value={values.name} required />
        <Placeholders />
        <TextField
          name="title"
          label="Title"
          hint="For a new incident. An update takes only the text."
          value={values.title}
        />
        <MarkdownField name="body" label="Text" value={values.body} required={false} />
        <SelectField name="status" label="Status" choices={templateStatusChoices} value={values.status ?? ""} />
        <SelectField name="impactOverride" label="Impact" choices={impactChoices} value={values.impactOverride ?? ""} />
        <ComponentStatuses
          legend="Components"
          components={components}
          chosen={values.components}
          none="Leave it as it is"
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="save">
          {submit}
        </Button>
        <Button name="intent" value="preview">
          Preview
        </Button>
      </div>
    </PostForm>
  );
}
