import { directionOf } from "./languages";
import type { KeysOf } from "./locales";
import { pseudoLanguage, pseudoText } from "./pseudo";
import { type SpokenWords, speaking } from "./speaking";

/** A catalogue of one room of management: groups of keys, as translators know it from i18next's JSON. */
export type RoomTree = Record<string, Record<string, string>>;

export interface Room<Key extends string> {
  /** In a language; English where it has no word. */
  wordsIn(language: string): SpokenWords<Key>;
  /** The keys of a group, where all of them are shown. */
  keysIn(group: string): readonly string[];
  /** Whether there is such a word: where a key follows from something else and may be left out. */
  has(key: string): boolean;
}

interface Filling {
  count?: number;
  replace: Record<string, string>;
}

/** By language and room. */
const translations = new Map<string, RoomTree>();
/** Grows with each of them: what was said before may be said otherwise. */
let added = 0;

const nameOf = (language: string, room: string) => `${language}/${room}`;

/** What a translation says of a room; it may come later than the room's English. */
export function addTranslation(language: string, room: string, tree: RoomTree): void {
  translations.set(nameOf(language, room), tree);
  added += 1;
}

export const translationOf = (language: string, room: string): RoomTree | undefined =>
  translations.get(nameOf(language, room));

/** English in place of a word that a language has not: isolated where that runs from right to left (UAX #9 §2.4). */
export const borrowed = (english: string, language: string): string =>
  directionOf(language) === "rtl" ? `\u2068${english}\u2069` : english;

/** A sentence with its placeholders filled. */
export const fillGaps = (text: string, { replace }: Filling): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => replace[name] ?? gap);

/**
 * Management runs in the browser too, where i18next is a seventh of all script: of its format rooms need plural forms by
 * CLDR and placeholders, and nothing else.
 */
function translatorOf(room: string, language: string) {
  const spoken = language === pseudoLanguage ? "en" : language;
  const plural = new Intl.PluralRules(spoken);
  const trees = [translations.get(nameOf(spoken, room)), translations.get(nameOf("en", room))];
  return (key: string, filling: Filling): string => {
    const [group = "", name = ""] = key.split(".", 2);
    const counted = filling.count === undefined ? name : `${name}_${plural.select(filling.count)}`;
    const [own, english] = trees.map(
      (tree) => tree?.[group]?.[counted] ?? tree?.[group]?.[name] ?? tree?.[group]?.[`${name}_other`],
    );
    const text = fillGaps(own ?? borrowed(english ?? key, spoken), filling);
    return language === pseudoLanguage ? pseudoText(text) : text;
  };
}

/**
 * One room's words by its English, which says which keys there are. In a browser it is empty: there the words come as
 * data with the page (ui/frame/room-words).
 */
export function room<Tree extends RoomTree>(name: string, english: Tree): Room<KeysOf<Tree>> {
  if (Object.keys(english).length > 0) addTranslation("en", name, english);
  const made = new Map<string, SpokenWords<KeysOf<Tree>>>();
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
      const fresh = speaking<KeysOf<Tree>>(translatorOf(name, language), language);
      made.set(language, fresh);
      return fresh;
    },
  };
}
