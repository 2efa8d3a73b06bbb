import type { SettingField } from "~/fields/setting";
import { type AdapterFamily, adapterText } from "~/i18n/adapter-text";

interface Kind {
  kind: string;
  title: string;
  /** Of a monitor: what it looks at. */
  about?: string;
  /** Of a channel: where its settings are found. */
  intro?: string;
  settings: SettingField[];
}

interface Row {
  kind: string;
  kindTitle: string;
}

interface Step {
  title: string;
  text: string;
}

/**
 * What adapters say of themselves, in the reader's language. Loaders ask, so that what is translated travels with the
 * page and no browser carries the words of all kinds.
 */
export function adapterWords(family: AdapterFamily, language: string) {
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
    /** A kind as it is offered. */
    kind<K extends Kind>(given: K): K {
      const { kind, title, about, intro } = given;
      return {
        ...given,
        title: say(kind, "title", title),
        ...(about === undefined ? {} : { about: say(kind, "about", about) }),
        ...(intro === undefined ? {} : { intro: say(kind, "intro", intro) }),
        settings: settings(kind, given.settings),
      };
    },
    /** Something that was made, with what its kind is called. */
    row: <R extends Row>(given: R): R => ({ ...given, kindTitle: say(given.kind, "title", given.kindTitle) }),
    /** What to do on the other side: words, each with what is pasted as it is. */
    steps: <S extends Step>(kind: string, given: readonly S[]): S[] =>
      given.map((step, index) => ({
        ...step,
        title: say(kind, `step_${index + 1}`, step.title),
        text: say(kind, `step_${index + 1}_text`, step.text),
      })),
  };
}
