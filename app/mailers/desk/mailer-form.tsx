import { AdapterForm, type AdapterFormProps } from "~/desk/parts/adapter-form";
import { NounFields } from "~/desk/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/desk/parts/setting-fields";
import { mailerFields } from "~/notifications/rules/fields";

export const MailerForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof mailerFields>) => (
  <AdapterForm fields={{ ...mailerFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFields fields={mailerFields} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
  </AdapterForm>
);
