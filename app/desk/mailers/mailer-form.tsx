import type { ShownOf } from "~/rules/fields/fields";
import type { SettingField } from "~/rules/fields/setting";
import { mailerFields } from "~/rules/telling/fields";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { SettingFields } from "../parts/setting-fields";

interface MailerFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: ShownOf<typeof mailerFields> & { settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

export function MailerForm({ form, values, settingFields, submit, primary, ...rest }: MailerFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <NounFields fields={mailerFields} values={values} picks={{}} />
        <SettingFields fields={settingFields} values={values.settings} />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
