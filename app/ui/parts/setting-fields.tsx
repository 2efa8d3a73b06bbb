import type { Fields } from "~/fields/fields";
import { fieldsOfSettings, type SettingField, settingValues } from "~/fields/setting";
import { NounFieldControls } from "./noun-fields";
import { useWords } from "./part-words";
import { useWordTable } from "./words";

/** Returns the settings of a kind as fields, in the reader's language. */
export function useSettingFields(settings: readonly SettingField[]): Fields {
  const choices = useWordTable("choice");
  return fieldsOfSettings(settings, { choices, secretHint: useWords().t("secret.hint") });
}

interface SettingFieldsProps {
  fields: readonly SettingField[];
  values: Record<string, unknown>;
}

/** Controls for the settings of a kind, from its own schema. */
export function SettingFields({ fields, values }: SettingFieldsProps) {
  return <NounFieldControls fields={useSettingFields(fields)} values={settingValues(fields, values)} picks={{}} />;
}
