import { Button } from "~/ui/parts/button";
import { SelectField } from "~/ui/parts/field";
import { useForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

export interface NamedTemplate {
  id: string;
  name: string;
}

const open = "{{component}}";

/**
 * Fills the form around it from a template: on the server, so that it needs no JavaScript, and keeping what was typed.
 */
export function TemplatePicker({ templates }: { templates: NamedTemplate[] }) {
  const { state } = useForm();
  const { t, say } = useWords();
  if (templates.length === 0) return null;
  const choices = [
    { value: "", label: t("picker.none") },
    ...templates.map((each) => ({ value: each.id, label: each.name })),
  ];
  const unfilled = [state?.values.title, state?.values.body].some((text) => text?.includes(open));
  return (
    <div className="grid gap-2">
      <div className="flex max-w-2xl flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <SelectField name="template" label={t("picker.label")} choices={choices} />
        </div>
        <Button name="intent" value="template">
          {t("picker.use")}
        </Button>
      </div>
      {unfilled ? (
        <p className="max-w-2xl text-sm text-soft">{say("picker.unfilled", { placeholder: <>{open}</> })}</p>
      ) : null}
    </div>
  );
}
