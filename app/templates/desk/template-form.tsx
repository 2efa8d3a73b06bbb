import type { NamedComponent } from "~/components/list";
import type { FieldValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { Button, PreviewButton } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { fieldChoicesFromNames, NounFieldControl, NounFieldControls } from "~/ui/parts/noun-fields";
import { templateFields } from "../rules/fields";
import { useWords } from "./words/words";

const { name: nameField, ...textFields } = templateFields;

/** Explains the placeholders, once, beside the fields that accept them. */
function Placeholders() {
  const placeholders = {
    component: <code>{"{{component}}"}</code>,
    page: <code>{"{{page}}"}</code>,
    time: <code>{"{{time}}"}</code>,
  };
  return <p className="text-soft">{useWords().say("form.placeholders", placeholders)}</p>;
}

interface TemplateFormProps {
  form: string;
  /** Id of an existing template. */
  id?: string;
  version?: number;
  values: FieldValues<typeof templateFields>;
  components: NamedComponent[];
  submit: string;
}

export function TemplateForm({ form, id = "", version, values, components, submit }: TemplateFormProps) {
  return (
    <PostForm name={form} fields={templateFields} {...(version === undefined ? {} : { version })}>
      <Card>
        <NounFieldControl fields={{ name: nameField }} name="name" value={values.name} />
        <Placeholders />
        <NounFieldControls
          fields={textFields}
          values={values}
          picks={{ components: fieldChoicesFromNames(components) }}
        />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" name="intent" value="save">
            {submit}
          </Button>
          <PreviewButton />
          <ReviewButton of="template" id={id} />
        </div>
      </Card>
    </PostForm>
  );
}
