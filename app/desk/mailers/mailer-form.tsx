import { mailerFields } from "~/rules/telling/fields";
import { AdapterForm, type AdapterFormProps } from "../parts/adapter-form";
import { NounFields } from "../parts/noun-fields";
import { SettingFields, useSettingFields } from "../parts/setting-fields";

export const MailerForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof mailerFields>) => (
  <AdapterForm fields={{ ...mailerFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFields fields={mailerFields} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
  </AdapterForm>
);
