/**
 * A letter of a script that is written without spaces, or that joins particles and articles to words: it is searched by
 * pairs of letters, so that a word is found inside of another.
 */
const pairedLetter =
  "(?=[\\p{L}\\p{N}])[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Arabic}]";

const wordPattern = new RegExp(`(?:${pairedLetter})+|(?:(?!${pairedLetter})[\\p{L}\\p{N}])+`, "gu");
const pairedPattern = new RegExp(`^${pairedLetter}`, "u");

/** Letters of a word that the index holds; the text itself is compared with the whole word. */
const maxIndexedLetters = 40;
/** Pairs of a search's word that are looked for in the index. */
const maxSearchedPairs = 6;
/** Words of a search; further ones are ignored. */
export const maxSearchWords = 5;

/** The marks of が and パ make other letters; all other marks are left out, as is the line that stretches Arabic. */
const leftOut = /(?![\u3099\u309a])[\p{M}\u0640]/gu;

/** Removes differences of case, accents and width from a text; a sign such as ㍱ or ℃ stays a word of its own. */
const folded = (text: string): string =>
  text
    .replaceAll(/\p{S}/gu, " $& ")
    .normalize("NFKD")
    .replaceAll(leftOut, "")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll("ς", "σ");

export interface TextWord {
  text: string;
  /** True for a script that is searched by pairs of letters. */
  isPaired: boolean;
}

/** Returns the words of a text, folded, in their order. */
export const wordsOfText = (text: string): TextWord[] =>
  (folded(text).match(wordPattern) ?? []).map((word) => ({ text: word, isPaired: pairedPattern.test(word) }));

export const wordsOfSearch = (search: string): TextWord[] => wordsOfText(search).slice(0, maxSearchWords);

/** Returns each letter with the one behind it; the last one stands alone. */
const pairsOf = (word: string): string[] => {
  const letters = [...word];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
};

const startOf = (word: string): string => [...word].slice(0, maxIndexedLetters).join("");

/** Returns what the index holds of a text: its words, and pairs of letters. */
export const searchIndexTokens = (text: string): string[] => [
  ...new Set(wordsOfText(text).flatMap((word) => (word.isPaired ? pairsOf(word.text) : [startOf(word.text)]))),
];

/**
 * Returns the words of a text that the text before it did not have, as a text. Whole words, because a search finds all
 * pairs of one in the same entry.
 */
export function searchWordsAddedByText(text: string, before: string): string {
  const known = new Set(wordsOfText(before).map((word) => word.text));
  return wordsOfText(text)
    .flatMap((word) => (known.has(word.text) ? [] : [word.text]))
    .join(" ");
}

/** Returns starts of tokens, all of which the index holds for every text that has the word. */
export function searchTokens(word: TextWord): string[] {
  if (!word.isPaired) return [startOf(word.text)];
  const pairs = pairsOf(word.text);
  return pairs.length === 1 ? pairs : [...new Set(pairs.slice(0, -1))].slice(0, maxSearchedPairs);
}

const isMatch = (word: TextWord, searched: TextWord): boolean =>
  searched.isPaired ? word.isPaired && word.text.includes(searched.text) : word.text.startsWith(searched.text);

/** True when a word of the texts starts with each searched one or, by pairs of letters, contains it. */
export function hasAllWords(texts: readonly string[], searched: readonly TextWord[]): boolean {
  const words = texts.flatMap(wordsOfText);
  return searched.length > 0 && searched.every((each) => words.some((word) => isMatch(word, each)));
}

/** Characters of a snippet before what was found, and in all. */
const snippetLeadChars = 40;
const snippetChars = 160;

/** Returns where the first of the searched words is in a text as written; null = not in it. */
function firstMatch(text: string, searched: readonly TextWord[]): number | null {
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (wordsOfText(run).some((word) => searched.some((each) => isMatch(word, each)))) return index;
  }
  return null;
}

/** Returns the part of a text around the first of the searched words; "" = it has none of them. */
export function snippetAroundWords(text: string, searched: readonly TextWord[]): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const found = firstMatch(line, searched);
  if (found === null) return "";
  const letters = [...line];
  const place = [...line.slice(0, found)].length;
  const start = Math.max(0, Math.min(place - snippetLeadChars, letters.length - snippetChars));
  const end = Math.min(letters.length, start + snippetChars);
  return `${start > 0 ? "…" : ""}${letters.slice(start, end).join("").trim()}${end < letters.length ? "…" : ""}`;
}
