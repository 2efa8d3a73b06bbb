import { Button } from "~/ui/parts/button";
import { TextArea, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { pageGeneralFields } from "../rules/fields";
import { useWords } from "./words/words";

interface PageFormProps {
  /** The viewer's own time zone. */
  timeZone: string;
  /** Suggestions while typing. */
  timeZones: string[];
}

/** The form for a new page, which needs only a name; the rest is in its settings. */
export function NewPageForm({ timeZone, timeZones }: PageFormProps) {
  const { t } = useWords();
  return (
    <PostForm name="page" fields={pageGeneralFields}>
      <Card>
        <TextField name="name" label={t("form.name")} hint={t("form.name_hint")} required />
        <TextField name="slug" label={t("form.slug")} hint={t("form.slug_hint")} spellCheck="false" />
        <TextField
          name="timeZone"
          label={t("form.zone")}
          hint={t("form.zone_hint")}
          value={timeZone}
          suggestions={timeZones}
          spellCheck="false"
        />
        <TextArea name="lines" label={t("form.components")} hint={t("form.components_hint")} rows={4} />
        <div>
          <Button look="primary">{t("form.create")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}
