import { Button } from "~/ui/parts/button";
import { fieldChoicesOf, SelectField, TextArea, TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { PostForm } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { incidentFields } from "../rules/fields";
import { useWords } from "./words/words";

/** Opens a first incident on Now, for a page without components. A refused incident is shown again in the full form. */
export function QuickIncidentForm({ slug }: { slug: string }) {
  const { t } = useWords();
  const impacts = useFieldText(incidentFields.impactOverride).choices;
  return (
    <Fold title={t("quick.title")}>
      <PostForm
        name="open"
        action={`/manage/${slug}/incidents/new`}
        hidden={{ status: "investigating", notify: "on" }}
        label={t("quick.form")}
      >
        <TextField name="title" label={t("quick.name")} hint={t("quick.name_hint")} required />
        <TextArea name="body" label={t("quick.update")} rows={3} />
        <SelectField
          name="impactOverride"
          label={t("quick.impact")}
          hint={t("quick.impact_hint")}
          value="minor"
          choices={fieldChoicesOf(impacts)}
        />
        <div>
          <Button name="intent" value="publish" label={t("quick.publish")}>
            {t("form.publish")}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}
