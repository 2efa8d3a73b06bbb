import { Button } from "~/ui/parts/button";
import { FieldSet } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { privateNoteFields } from "../rules/fields";
import { useWords } from "./words/words";

/**
 * Chooses whether visitors or only the team will read the text. The style sheet alone shows the chosen one of two
 * forms.
 */
export function AudienceField() {
  const { t } = useWords();
  const refused = useFormState("note") !== null;
  const choices = [
    { value: "visitors", label: t("composer.public"), chosen: !refused },
    { value: "team", label: t("composer.private"), chosen: refused },
  ];
  return (
    <FieldSet legend={t("composer.who")}>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label, chosen }) => (
          <label key={value} className="status-chip">
            <input type="radio" name="readBy" value={value} defaultChecked={chosen} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

/**
 * The form of a private note, apart from the update's, so that a private text is never posted with what visitors read,
 * nor lost with it.
 */
export function PrivateNoteForm() {
  const { t } = useWords();
  return (
    <PostForm name="note" className="composer">
      <Card>
        <NounFieldControl fields={privateNoteFields} name="body" value="" />
      </Card>
      <div className="composer-bar">
        <p>{t("note.only")}</p>
        <div>
          <Button look="primary" name="intent" value="note">
            {t("note.button")}
          </Button>
        </div>
      </div>
    </PostForm>
  );
}
