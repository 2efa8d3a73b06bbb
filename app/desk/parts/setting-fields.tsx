import { fieldsOfSettings, type SettingField, settingValues } from "~/rules/fields/setting";
import { NounFields } from "./noun-fields";
import { choiceWords } from "./words";

export const settingsAsFields = (settings: readonly SettingField[]) => fieldsOfSettings(settings, choiceWords);

interface SettingFieldsProps {
  fields: readonly SettingField[];
  values: Record<string, unknown>;
}

/** What a kind wants to know, from its own schema. */
export const SettingFields = ({ fields, values }: SettingFieldsProps) => (
  <NounFields fields={settingsAsFields(fields)} values={settingValues(fields, values)} picks={{}} />
);
