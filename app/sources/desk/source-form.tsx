import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import { type FieldChoice, FieldSet } from "~/ui/parts/field";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import { sourceDependsField, sourceFields, sourceNameField, sourceQuietFields } from "../rules/fields";
import { useWords } from "./words/words";

interface SourceFormProps extends AdapterFormProps<typeof sourceFields> {
  /** Origins on which it may depend. */
  others: FieldChoice[];
}

/** One question with three answers. */
function QuietFields({ values }: Pick<SourceFormProps, "values">) {
  const { t } = useWords();
  return (
    <FieldSet legend={t("quiet.question")} hint={t("quiet.question_about")}>
      <NounFieldControls fields={sourceQuietFields} values={values} picks={{}} />
    </FieldSet>
  );
}

export const SourceForm = ({ values, settingFields, others, ...rest }: SourceFormProps) => (
  <AdapterForm fields={{ ...sourceFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFieldControls fields={sourceNameField} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
    <QuietFields values={values} />
    <NounFieldControls fields={sourceDependsField} values={values} picks={{ dependsOn: others }} />
  </AdapterForm>
);
