import type { ShownOf } from "~/rules/fields/fields";
import type { SettingField } from "~/rules/fields/setting";
import { type channelFields, channelNameField, channelNewsFields } from "~/rules/telling/fields";
import { Button } from "../parts/button";
import { choicesOf } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { SettingFields } from "../parts/setting-fields";
import { severityWords } from "../parts/words";

interface ChannelFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: ShownOf<typeof channelFields> & { settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

export const channelPicks = { minimumSeverity: choicesOf(severityWords) };

/** Name, settings of its kind, and what it wants to be told. */
export function ChannelForm({ form, values, settingFields, submit, primary, ...rest }: ChannelFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <NounFields fields={channelNameField} values={values} picks={{}} />
        <SettingFields fields={settingFields} values={values.settings} />
      </Card>
      <Card>
        <NounFields fields={channelNewsFields} values={values} picks={channelPicks} />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
