import { searchIndexTokens } from "./text-words.ts";

/** Kinds of what is searched by its words, as one letter in the index. */
export const wordSubjectKinds = { incident: "i", maintenance: "m" } as const;
export type WordSubjectKind = keyof typeof wordSubjectKinds;

/** Part of a subject that is its title, with the description of maintenance; every other part but `searchPostmortemPart` is an update’s id. */
export const searchTitlePart = "";
export const searchPostmortemPart = "p";

/** A text of which the words are kept. */
export interface SearchWordSource {
  kind: WordSubjectKind;
  /** Id of the incident or maintenance. */
  id: string;
  part: string;
  /** Start of the incident or maintenance. */
  at: number;
  text: string;
}

/** Values of one row’s words, and the starts between which it lies. */
export interface SearchWordRow {
  firstAt: number;
  lastAt: number;
  words: string;
}

/** Characters from which on a row is full, and the next words start another one; in bytes far below the 2 MB of a row. */
export const maxWordRowChars = 300_000;
/** Maximum number of characters that are added to a row at once, unless one text has more. */
const maxAddedChars = 150_000;

/** Returns `i<id>/<part>/<start> word word`, or null for a text without words: a space stands before each word and nowhere else. */
function entryOf({ kind, id, part, at, text }: SearchWordSource): string | null {
  const tokens = searchIndexTokens(text);
  return tokens.length === 0
    ? null
    : JSON.stringify(`${wordSubjectKinds[kind]}${id}/${part}/${at} ${tokens.join(" ")}`);
}

/** Packs texts into rows: one, unless they are very long. */
export function packSearchWords(sources: readonly SearchWordSource[]): SearchWordRow[] {
  const rows: SearchWordRow[] = [];
  for (const source of sources) {
    const entry = entryOf(source);
    if (entry === null) continue;
    const last = rows.at(-1);
    if (last && last.words.length + entry.length <= maxAddedChars) {
      last.words += `,${entry}`;
      last.firstAt = Math.min(last.firstAt, source.at);
      last.lastAt = Math.max(last.lastAt, source.at);
    } else rows.push({ firstAt: source.at, lastAt: source.at, words: entry });
  }
  return rows;
}

/** Joins packed rows to one; none for none. */
export function joinSearchWordRows(rows: readonly SearchWordRow[]): SearchWordRow[] {
  if (rows.length === 0) return [];
  return [
    {
      firstAt: Math.min(...rows.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(...rows.map(({ lastAt }) => lastAt)),
      words: rows.map(({ words }) => words).join(","),
    },
  ];
}
