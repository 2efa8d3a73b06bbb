import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import type { Choice } from "~/ui/parts/field";
import { NounFields } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import {
  sourceDependsField,
  sourceFields,
  sourceHeartbeatField,
  sourceNameField,
  sourceSilenceField,
} from "../rules/fields";

interface SourceFormProps extends AdapterFormProps<typeof sourceFields> {
  /** What it may depend on. */
  others: Choice[];
}

export const SourceForm = ({ values, settingFields, others, ...rest }: SourceFormProps) => (
  <AdapterForm fields={{ ...sourceFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFields fields={sourceNameField} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
    <NounFields fields={{ ...sourceHeartbeatField, ...sourceSilenceField }} values={values} picks={{}} />
    <NounFields fields={sourceDependsField} values={values} picks={{ dependsOn: others }} />
  </AdapterForm>
);
