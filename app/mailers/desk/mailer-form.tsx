import { mailerFields } from "~/notifications/rules/fields";
import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";

export const MailerForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof mailerFields>) => (
  <AdapterForm fields={{ ...mailerFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFieldControls fields={mailerFields} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
  </AdapterForm>
);
