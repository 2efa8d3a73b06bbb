import { CheckboxField, type FieldChoice, FieldSet, SelectField, TextField } from "~/ui/parts/field";
import { Fold } from "~/ui/parts/list";
import { originExtraPrefix } from "../rules/origin-extras";
import { type CsvFileNoun, csvColumnChoice, csvColumnFields, csvFileNouns } from "../rules/origin-forms";
import { useWords } from "./words/words";

const nounWords = { components: "noun.component", incidents: "noun.incident", subscribers: "noun.subscriber" } as const;

/** Names of columns that differ from the usual ones, for one kind of file. */
function ColumnFields({ noun }: { noun: CsvFileNoun }) {
  const { t } = useWords();
  return (
    <FieldSet legend={t(nounWords[noun])}>
      <div className="grid gap-4 sm:grid-cols-2">
        {csvColumnFields[noun].map((field) => (
          <TextField
            key={field}
            name={`${originExtraPrefix}${csvColumnChoice(noun, field)}`}
            label={t("form.csv_column", { field })}
            spellCheck="false"
          />
        ))}
      </div>
    </FieldSet>
  );
}

/** Choices where CSV files do not say enough. */
export function CsvFields() {
  const { t } = useWords();
  const nouns: FieldChoice[] = [
    { value: "", label: t("form.csv_noun_auto") },
    ...csvFileNouns.map((value) => ({ value, label: t(nounWords[value]) })),
  ];
  const orders: FieldChoice[] = [
    { value: "", label: t("form.csv_dates_none") },
    { value: "dmy", label: t("form.csv_dates_dmy") },
    { value: "mdy", label: t("form.csv_dates_mdy") },
  ];
  return (
    <>
      <SelectField name={`${originExtraPrefix}noun`} label={t("form.csv_noun")} choices={nouns} />
      <SelectField name={`${originExtraPrefix}dates`} label={t("form.csv_dates")} choices={orders} />
      <CheckboxField
        name={`${originExtraPrefix}consent`}
        label={t("form.csv_consent")}
        hint={t("form.csv_consent_hint")}
        checked={false}
      />
      <Fold title={t("form.csv_columns")}>
        {csvFileNouns.map((noun) => (
          <ColumnFields key={noun} noun={noun} />
        ))}
      </Fold>
    </>
  );
}
