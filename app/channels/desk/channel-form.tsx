import { channelFields, channelNameField, channelNewsFields } from "~/notifications/rules/fields";
import { AdapterForm, type AdapterFormProps } from "~/ui/parts/adapter-form";
import { type FieldChoice, fieldChoicesOf } from "~/ui/parts/field";
import { fieldChoicesFromNames, NounFieldControls } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import { useWordTable } from "~/ui/parts/words";

export const useChannelFieldChoices = (
  components: readonly NamedChoice[],
): Record<"minimumSeverity" | "componentIds", FieldChoice[]> => ({
  minimumSeverity: fieldChoicesOf(useWordTable("severity")),
  componentIds: fieldChoicesFromNames(components),
});

interface NamedChoice {
  id: string;
  name: string;
}

type ChannelFormProps = AdapterFormProps<typeof channelFields> & { components: readonly NamedChoice[] };

/** Form of a channel: its name, the settings of its kind, and its events and filters. */
export const ChannelForm = ({ values, settingFields, components, ...rest }: ChannelFormProps) => (
  <AdapterForm fields={{ ...channelFields, ...useSettingFields(settingFields) }} {...rest}>
    <NounFieldControls fields={channelNameField} values={values} picks={{}} />
    <SettingFields fields={settingFields} values={values.settings} />
    <NounFieldControls fields={channelNewsFields} values={values} picks={useChannelFieldChoices(components)} />
  </AdapterForm>
);
