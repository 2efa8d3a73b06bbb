import type { SettingField } from "~/fields/setting";
import { type AdapterRegistryName, adapterText } from "~/i18n/adapter-text";

interface AdapterKindWords {
  kind: string;
  title: string;
  /** The subject that a monitor checks. */
  about?: string;
  /** Text that says where to find a channel's settings. */
  intro?: string;
  settings: SettingField[];
}

interface AdapterRow {
  kind: string;
  kindTitle: string;
}

interface AdapterStepWords {
  title: string;
  text: string;
}

/**
 * Returns the adapters' texts in the reader's language. Called by loaders, so that translations travel with the page
 * and no browser needs the texts of all kinds.
 */
export function adapterWords(family: AdapterRegistryName, language: string) {
  const say = (kind: string, name: string, english: string) => adapterText({ family, kind, name }, english, language);
  const titles = (kind: string, setting: string, choices: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(choices).map(([choice, title]) => [choice, say(kind, `setting_${setting}_${choice}`, title)]),
    );
  const settings = (kind: string, fields: readonly SettingField[]): SettingField[] =>
    fields.map((field) => ({
      ...field,
      title: say(kind, `setting_${field.name}`, field.title),
      ...(field.hint ? { hint: say(kind, `setting_${field.name}_hint`, field.hint) } : {}),
      ...(field.choiceTitles ? { choiceTitles: titles(kind, field.name, field.choiceTitles) } : {}),
    }));
  return {
    settings,
    intro: (kind: string, english: string) => say(kind, "intro", english),
    /** Translates a kind in a list of choices. */
    kind<K extends AdapterKindWords>(given: K): K {
      const { kind, title, about, intro } = given;
      return {
        ...given,
        title: say(kind, "title", title),
        ...(about === undefined ? {} : { about: say(kind, "about", about) }),
        ...(intro === undefined ? {} : { intro: say(kind, "intro", intro) }),
        settings: settings(kind, given.settings),
      };
    },
    /** Translates the kind's title of an existing item. */
    row: <R extends AdapterRow>(given: R): R => ({ ...given, kindTitle: say(given.kind, "title", given.kindTitle) }),
    /** Translates the steps in the other product: texts, each with the values to paste. */
    steps: <S extends AdapterStepWords>(kind: string, given: readonly S[]): S[] =>
      given.map((step, index) => ({
        ...step,
        title: say(kind, `step_${index + 1}`, step.title),
        text: say(kind, `step_${index + 1}_text`, step.text),
      })),
  };
}
