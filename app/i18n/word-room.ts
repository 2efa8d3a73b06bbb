import { textDirection } from "./languages";
import type { CatalogueKeys } from "./locales";
import { pseudoLanguage, pseudoText } from "./pseudo";
import { type CatalogueWords, createCatalogueWords } from "./word-speaker";

/** A catalogue of one room of management: groups of keys, in i18next's JSON format, which translators know. */
export type RoomCatalogue = Record<string, Record<string, string>>;

export interface WordRoom<Key extends string> {
  /** Words in a language; English where a word is missing. */
  wordsIn(language: string): CatalogueWords<Key>;
  /** All keys of a group, for lists that show every one. */
  keysIn(group: string): readonly string[];
  /** True when the key exists, for keys that are derived and may be missing. */
  has(key: string): boolean;
}

interface FillValues {
  count?: number;
  replace: Record<string, string>;
}

/** Translations by language and room. */
const translations = new Map<string, RoomCatalogue>();
/** Number of additions, by which cached words are recognised as out of date. */
let added = 0;

const nameOf = (language: string, room: string) => `${language}/${room}`;

/** Adds the translation of a room; it may come later than the room's English. */
export function addTranslation(language: string, room: string, tree: RoomCatalogue): void {
  translations.set(nameOf(language, room), tree);
  added += 1;
}

export const translationOf = (language: string, room: string): RoomCatalogue | undefined =>
  translations.get(nameOf(language, room));

/** Returns English in place of a missing word: isolated in a right-to-left language (UAX #9 §2.4). */
export const isolatedEnglish = (english: string, language: string): string =>
  textDirection(language) === "rtl" ? `\u2068${english}\u2069` : english;

/** Returns a sentence with its placeholders filled. */
export const fillWordPlaceholders = (text: string, { replace }: FillValues): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => replace[name] ?? gap);

/**
 * Translates a room without i18next, which would be a seventh of all script in the browser: rooms only need its plural
 * forms by CLDR and its placeholders.
 */
function translatorOf(room: string, language: string) {
  const spoken = language === pseudoLanguage ? "en" : language;
  const plural = new Intl.PluralRules(spoken);
  const trees = [translations.get(nameOf(spoken, room)), translations.get(nameOf("en", room))];
  return (key: string, filling: FillValues): string => {
    const [group = "", name = ""] = key.split(".", 2);
    const counted = filling.count === undefined ? name : `${name}_${plural.select(filling.count)}`;
    const [own, english] = trees.map(
      (tree) => tree?.[group]?.[counted] ?? tree?.[group]?.[name] ?? tree?.[group]?.[`${name}_other`],
    );
    const text = fillWordPlaceholders(own ?? isolatedEnglish(english ?? key, spoken), filling);
    return language === pseudoLanguage ? pseudoText(text) : text;
  };
}

/**
 * Returns the words of one room by its English, which defines the keys. In a browser `english` is empty: the words come
 * as data with the page (ui/frame/room-words).
 */
export function createWordRoom<Tree extends RoomCatalogue>(name: string, english: Tree): WordRoom<CatalogueKeys<Tree>> {
  if (Object.keys(english).length > 0) addTranslation("en", name, english);
  const made = new Map<string, CatalogueWords<CatalogueKeys<Tree>>>();
  let madeAt = added;
  return {
    keysIn: (group) => Object.keys(translations.get(nameOf("en", name))?.[group] ?? {}),
    has(key) {
      const [group = "", text = ""] = key.split(".", 2);
      return Object.hasOwn(translations.get(nameOf("en", name))?.[group] ?? {}, text);
    },
    wordsIn(language) {
      if (madeAt !== added) made.clear();
      madeAt = added;
      const known = made.get(language);
      if (known) return known;
      const fresh = createCatalogueWords<CatalogueKeys<Tree>>(translatorOf(name, language), language);
      made.set(language, fresh);
      return fresh;
    },
  };
}
