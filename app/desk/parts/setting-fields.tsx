import { fieldsOfSettings, type SettingField, settingValues } from "~/rules/fields/setting";
import { NounFields } from "./noun-fields";
import { useWords, wordsIn } from "./part-words";

const choices = ["starttls", "tls", "off", "none", "basic", "bearer", "yes", "no"] as const;

const choiceWordsIn = (language: string): Record<string, string> =>
  Object.fromEntries(choices.map((choice) => [choice, wordsIn(language).t(`choice.${choice}`)]));

export const settingsAsFields = (settings: readonly SettingField[], language = "en") =>
  fieldsOfSettings(settings, choiceWordsIn(language));

interface SettingFieldsProps {
  fields: readonly SettingField[];
  values: Record<string, unknown>;
}

/** What a kind wants to know, from its own schema. */
export function SettingFields({ fields, values }: SettingFieldsProps) {
  const shown = settingsAsFields(fields, useWords().language);
  return <NounFields fields={shown} values={settingValues(fields, values)} picks={{}} />;
}
