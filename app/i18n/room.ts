import { createInstance } from "i18next";
import type { KeysOf } from "./locales";
import { pseudoLanguage, pseudoText } from "./pseudo";
import { type SpokenWords, speaking } from "./speaking";

/** A catalogue of one room of management: groups of keys, as translators know it from i18next's JSON. */
export type RoomTree = Record<string, Record<string, string>>;

export interface Room<Key extends string> {
  /** In a language; English where it has no word. */
  wordsIn(language: string): SpokenWords<Key>;
}

const catalogues = createInstance();
catalogues.init({
  lng: "en",
  fallbackLng: "en",
  initAsync: false,
  ns: [],
  resources: {},
  interpolation: { escapeValue: false },
});

/** What a translation says of a room; it may come later than the room's English. */
export function addTranslation(language: string, room: string, tree: RoomTree): void {
  catalogues.addResourceBundle(language, room, tree);
}

function translatorOf(room: string, language: string) {
  const translate = catalogues.getFixedT(language === pseudoLanguage ? "en" : language, room);
  if (language !== pseudoLanguage) return translate;
  return (key: string, values: { replace: Record<string, string> }) => pseudoText(translate(key, values));
}

/** One room's words by its English, which says which keys there are. */
export function room<Tree extends RoomTree>(name: string, english: Tree): Room<KeysOf<Tree>> {
  addTranslation("en", name, english);
  const made = new Map<string, SpokenWords<KeysOf<Tree>>>();
  return {
    wordsIn(language) {
      const known = made.get(language);
      if (known) return known;
      const fresh = speaking<KeysOf<Tree>>(translatorOf(name, language), language);
      made.set(language, fresh);
      return fresh;
    },
  };
}
