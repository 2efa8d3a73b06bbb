import { Button } from "~/ui/parts/button";
import { SelectField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

export interface LanguageOptions {
  chosen: string;
  /** Languages by their own names. */
  choices: { value: string; label: string }[];
}

/** The language choice for people without an account; kept in this browser. */
export function LanguageForm({ action, languages }: { action: string; languages: LanguageOptions }) {
  const { t } = useWords();
  return (
    <PostForm
      name="language"
      action={action}
      hidden={{ intent: "language" }}
      typing={false}
      whole
      className="flex flex-wrap items-end gap-3"
    >
      <SelectField name="language" label={t("language.label")} value={languages.chosen} choices={languages.choices} />
      <Button look="quiet">{t("language.button")}</Button>
    </PostForm>
  );
}
