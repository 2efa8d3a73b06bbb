import { type channelFields, channelNameField, channelNewsFields } from "~/rules/telling/fields";
import { AdapterForm, type AdapterFormProps } from "../parts/adapter-form";
import { type Choice, choicesOf } from "../parts/field";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { SettingFields } from "../parts/setting-fields";
import { useTable } from "../parts/words";

export const useChannelPicks = (): { minimumSeverity: Choice[] } => ({
  minimumSeverity: choicesOf(useTable("severity")),
});

/** Name, settings of its kind, and what it wants to be told. */
export const ChannelForm = ({ values, settingFields, ...rest }: AdapterFormProps<typeof channelFields>) => (
  <AdapterForm {...rest}>
    <Card>
      <NounFields fields={channelNameField} values={values} picks={{}} />
      <SettingFields fields={settingFields} values={values.settings} />
    </Card>
    <Card>
      <NounFields fields={channelNewsFields} values={values} picks={useChannelPicks()} />
    </Card>
  </AdapterForm>
);
