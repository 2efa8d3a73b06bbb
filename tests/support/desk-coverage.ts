import type { CatalogueTree } from "~/i18n/locales";
import { deskCatalogueOf } from "./words";

export type Entries = Map<string, string>;

export const entriesOf = (tree: CatalogueTree = {}): Entries =>
  new Map(
    Object.entries(tree).flatMap(([group, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
    ),
  );

const plural = /_(?:zero|one|two|few|many|other)$/;
export const baseOf = (key: string): string => key.replace(plural, "");

/** Returns true for a key with plural forms in English: `days_one` exists beside `days_other`. */
export const isCounted = (english: Entries, key: string): boolean =>
  plural.test(key) && english.has(`${baseOf(key)}_other`);

/** Returns plural forms of numbers below a million: French, Spanish and Portuguese have one more for millions. */
export function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const numbers = [...Array(200).keys(), 1000, 1001, 10_000, 100_000];
  return [...new Set(numbers.map((each) => rules.select(each)))];
}

/** English texts of all rooms of management, read once. */
const english = new Map(Object.entries(deskCatalogueOf("en")).map(([room, tree]) => [room, entriesOf(tree)]));
export const englishRooms = (): string[] => [...english.keys()].sort();
export const englishOf = (room: string): Entries => english.get(room) ?? new Map();

/** Returns the keys that a language may have for a room: each text, a counted one in each form that it has. */
export const allowedIn = (language: string, room: string): string[] =>
  keysIn(room, new Intl.PluralRules(language).resolvedOptions().pluralCategories);

/** Returns the keys that it must have: a counted text in each form that a number below a million takes. */
export const wantedIn = (language: string, room: string): string[] => keysIn(room, formsOf(language));

function keysIn(room: string, forms: readonly string[]): string[] {
  const entries = englishOf(room);
  const keys = [...entries.keys()].flatMap((key) =>
    isCounted(entries, key) ? forms.map((form) => `${baseOf(key)}_${form}`) : [key],
  );
  return [...new Set(keys)];
}

export function missingIn(language: string, room: string, tree: CatalogueTree | undefined): string[] {
  const said = entriesOf(tree);
  return wantedIn(language, room).filter((key) => !said.has(key));
}
