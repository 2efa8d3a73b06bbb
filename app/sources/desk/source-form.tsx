import { AdapterForm, type AdapterFormProps } from "~/desk/parts/adapter-form";
import type { Choice } from "~/desk/parts/field";
import { NounFields } from "~/desk/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/desk/parts/setting-fields";
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
