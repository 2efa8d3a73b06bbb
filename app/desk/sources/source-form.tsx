import { type sourceFields, sourceHeartbeatField, sourceNameField, sourceSilenceField } from "~/rules/alerts/fields";
import { AdapterForm, type AdapterFormProps } from "../parts/adapter-form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { SettingFields } from "../parts/setting-fields";

export const SourceForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof sourceFields>) => (
  <AdapterForm {...rest}>
    <Card>
      <NounFields fields={sourceNameField} values={values} picks={{}} />
      <SettingFields fields={settingFields} values={values.settings} />
      <NounFields fields={{ ...sourceHeartbeatField, ...sourceSilenceField }} values={values} picks={{}} />
    </Card>
  </AdapterForm>
);
