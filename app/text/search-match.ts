/** Removes differences of case, accents and width for a search. */
export const foldForSearch = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const wordsOf = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Ranks a name for a search: 0 = it starts with the search, 1 = a word of it does, 2 = it contains it; null = no match.
 */
export function searchRank(name: string, search: string): number | null {
  const [whole, asked] = [foldForSearch(name), wordsOf(search)];
  if (asked.length === 0 || !asked.every((word) => whole.includes(word))) return null;
  if (whole.startsWith(foldForSearch(search).trim())) return 0;
  const starts = wordsOf(name);
  return asked.every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}

/** Returns the matches, best first. Equal matches keep their order. */
export const sortBySearchRank = <T>(things: readonly T[], search: string, nameOf: (thing: T) => string): T[] =>
  things
    .flatMap((thing) => {
      const rank = searchRank(nameOf(thing), search);
      return rank === null ? [] : [{ thing, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);

/**
 * Converts a text like SQLite's `lower()`, which changes only the letters A to Z (sqlite.org/lang_corefunc.html#lower).
 */
export const toLowerAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Returns the spellings of a word that the database's lower case may contain: as typed, all small, with a capital or
 * all capitals, which differ only in letters beyond A to Z. One for a word without such letters.
 */
export function caseSpellings(word: string): string[] {
  const small = word.toLowerCase();
  const [first = "", ...rest] = small;
  return [...new Set([word, small, first.toUpperCase() + rest.join(""), small.toUpperCase()].map(toLowerAscii))];
}

/** Returns the words of a search in lower case as the database compares them, `most` at most. */
export const searchWordsOf = (search: string, most: number): string[] =>
  toLowerAscii(search)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, most);
