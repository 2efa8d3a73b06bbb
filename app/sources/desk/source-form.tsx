import type { WatchedComponentChoice } from "~/alert-rules/desk/watch-choices";
import type { SettingField } from "~/fields/setting";
import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import { type FieldChoice, FieldSet } from "~/ui/parts/field";
import { useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { NounFieldControl, NounFieldControls } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import {
  newSourceRuleField,
  sourceDependsField,
  sourceFields,
  sourceLogFields,
  sourceNameField,
  sourceQuietFields,
} from "../rules/fields";
import { useWords } from "./words/words";

interface SourceFormProps extends AdapterFormProps<typeof sourceFields> {
  /** Origins on which it may depend. */
  others: FieldChoice[];
  /** The fields that only a new source has. */
  fresh?: NewSourceParts;
}

interface NewSourceParts {
  components: readonly WatchedComponentChoice[];
  /** Fields of its mapping, with the values that the shown example needs; none when its kind has no mapping. */
  mapping: SettingField[];
  mappingValues: Record<string, unknown>;
}

/** The components of its first rule, and where its body has the parts of an alert. */
function NewSourceFields({ components, mapping, mappingValues }: NewSourceParts) {
  const { t } = useWords();
  const refused = useFormState("source") !== null;
  return (
    <>
      {mapping.length > 0 ? (
        <Fold title={t("mapping.preset")} open={refused}>
          <p className="max-w-prose text-soft">{t("mapping.preset_about")}</p>
          <SettingFields fields={mapping} values={mappingValues} />
        </Fold>
      ) : null}
      {components.length > 0 ? (
        <NounFieldControl
          fields={newSourceRuleField}
          name="components"
          value={{}}
          picks={components}
          says={{ label: t("edit.components"), hint: t("edit.components_about") }}
        />
      ) : null}
    </>
  );
}

/** Shows one question with three answers. */
function QuietFields({ values }: Pick<SourceFormProps, "values">) {
  const { t } = useWords();
  return (
    <FieldSet legend={t("quiet.question")} hint={t("quiet.question_about")}>
      <NounFieldControls fields={sourceQuietFields} values={values} picks={{}} />
    </FieldSet>
  );
}

export const SourceForm = ({ values, settingFields, others, fresh, ...rest }: SourceFormProps) => (
  <AdapterForm
    fields={{
      ...(fresh ? sourceLogFields : sourceFields),
      ...useSettingFields([...settingFields, ...(fresh?.mapping ?? [])]),
    }}
    {...rest}
  >
    <NounFieldControls fields={sourceNameField} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
    {fresh ? <NewSourceFields {...fresh} /> : null}
    <QuietFields values={values} />
    <NounFieldControls fields={sourceDependsField} values={values} picks={{ dependsOn: others }} />
  </AdapterForm>
);
