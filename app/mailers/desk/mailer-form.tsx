import { mailerFields } from "~/notifications/rules/fields";
import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import { NounFields } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";

export const MailerForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof mailerFields>) => (
  <AdapterForm fields={{ ...mailerFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFields fields={mailerFields} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
  </AdapterForm>
);
