import { languageNames } from "~/i18n/languages";
import { Button } from "~/ui/parts/button";
import { SelectField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { HiddenReviewedFields, previewLanguageFieldName, type ReviewedFormValues } from "./back-form";
import { useWords } from "./words/words";

const choices = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** Choice of the language in which the messages are shown. */
export function PreviewLanguageForm({ carried, language }: { carried: ReviewedFormValues; language: string }) {
  const { t } = useWords();
  const { name, version, review } = carried;
  return (
    <PostForm
      name={name}
      action={review}
      typing={false}
      className="flex flex-wrap items-end gap-3"
      label={t("language.label")}
      {...(version === undefined ? {} : { version })}
    >
      <HiddenReviewedFields carried={carried} />
      <SelectField name={previewLanguageFieldName} label={t("language.label")} value={language} choices={choices} />
      <Button name="intent" value="review">
        {t("language.show")}
      </Button>
    </PostForm>
  );
}
