import { makeCatalogueTranslator } from "./catalogue-text";
import type { CatalogueKeys } from "./locales";
import { type CatalogueWords, createCatalogueWords } from "./word-speaker";

/** A catalogue of one room of management: groups of keys, in i18next's JSON format, which translators know. */
export type RoomTextCatalogue = Record<string, Record<string, string>>;

export interface WordRoom<Key extends string> {
  /** Words in a language; English where a word is missing. */
  wordsIn(language: string): CatalogueWords<Key>;
  /** All keys of a group, for lists that show every one. */
  keysIn(group: string): readonly string[];
  /** True when the key exists, for keys that are derived and may be missing. */
  has(key: string): boolean;
}

/** Translations by language and room. */
const translations = new Map<string, RoomTextCatalogue>();
/** Number of additions, by which cached words are recognised as out of date. */
let added = 0;

const nameOf = (language: string, room: string) => `${language}/${room}`;

/** Adds the translation of a room; it may come later than the room's English. */
export function addTranslation(language: string, room: string, tree: RoomTextCatalogue): void {
  translations.set(nameOf(language, room), tree);
  added += 1;
}

export const translationOf = (language: string, room: string): RoomTextCatalogue | undefined =>
  translations.get(nameOf(language, room));

/**
 * Returns the words of one room by its English, which defines the keys. In a browser `english` is empty: the words come
 * as data with the page (ui/frame/room-words).
 */
export function createWordRoom<Tree extends RoomTextCatalogue>(
  name: string,
  english: Tree,
): WordRoom<CatalogueKeys<Tree>> {
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
      const fresh = createCatalogueWords<CatalogueKeys<Tree>>(
        makeCatalogueTranslator(language, (each) => translationOf(each, name)),
        language,
      );
      made.set(language, fresh);
      return fresh;
    },
  };
}
