/** Case, accents and width make no difference to who searches. */
export const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** How well a name fits what is searched for: 0 = it starts so, 1 = a word of it does, 2 = it is somewhere in it; null = not at all. */
export function searchRank(name: string, search: string): number | null {
  const [whole, asked] = [folded(name), wordsOf(search)];
  if (asked.length === 0 || !asked.every((word) => whole.includes(word))) return null;
  if (whole.startsWith(folded(search).trim())) return 0;
  const starts = wordsOf(name);
  return asked.every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}

/** Those that fit, the best first; of equal ones the order stays. */
export const bestFits = <T>(things: readonly T[], search: string, nameOf: (thing: T) => string): T[] =>
  things
    .flatMap((thing) => {
      const rank = searchRank(nameOf(thing), search);
      return rank === null ? [] : [{ thing, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);

/** As SQLite's `lower()` writes a text: of other letters than A to Z the case stays (sqlite.org/lang_corefunc.html#lower). */
export const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * A word as the database may have it in small letters: typed, all small, with a capital or all capitals, of which only letters
 * beyond A to Z differ there. One for a word without such letters.
 */
export function spellings(word: string): string[] {
  const small = word.toLowerCase();
  const [first = "", ...rest] = small;
  return [...new Set([word, small, first.toUpperCase() + rest.join(""), small.toUpperCase()].map(lowered))];
}

/** The words of a search in small letters, as the database compares them: at most so many. */
export const searchedWords = (search: string, most: number): string[] =>
  lowered(search)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, most);
