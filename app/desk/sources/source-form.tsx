import { type sourceFields, sourceHeartbeatField, sourceNameField } from "~/rules/alerts/fields";
import type { ShownOf } from "~/rules/fields/fields";
import type { SettingField } from "~/rules/fields/setting";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { SettingFields } from "../parts/setting-fields";

interface SourceFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: ShownOf<typeof sourceFields> & { settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

export function SourceForm({ form, values, settingFields, submit, primary, ...rest }: SourceFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <NounFields fields={sourceNameField} values={values} picks={{}} />
        <SettingFields fields={settingFields} values={values.settings} />
        <NounFields fields={sourceHeartbeatField} values={values} picks={{}} />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
