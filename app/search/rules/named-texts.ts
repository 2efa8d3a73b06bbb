import { dayMs } from "~/time/durations";
import { searchTokens, type TextWord } from "./text-words";
import { type WordSubjectKind, wordSubjectKinds } from "./word-entries";

/** Rows of the index that a search looks through, of 300,000 characters each; the database looks through more. */
export const maxWordRowsScanned = 8;
/** Texts that a search reads to verify what the index named. */
const maxTexts = 32;
/** Texts of one subject that are read for each word: an edited update may have lost it. */
const textsPerWord = 3;

/** Furthest that a start may have moved since its words were kept, in ms: the start of a draft follows its alerts. */
export const maxStartMoveMs = 7 * dayMs;

/** A text that the index names. */
export interface IndexedText {
  kind: WordSubjectKind;
  id: string;
  part: string;
}

export interface IndexedTexts {
  texts: IndexedText[];
  /** True when more are named, or in more rows. */
  isCut: boolean;
}

/** Returns what stands before the words of an entry, for each entry of a row that has all tokens of a word. */
function refsWith(words: string, word: TextWord): string[] {
  const [first = "", ...others] = searchTokens(word).map((token) => ` ${token}`);
  const refs: string[] = [];
  for (let at = words.indexOf(first); at >= 0; ) {
    const start = words.lastIndexOf('"', at) + 1;
    const end = words.indexOf('"', at);
    const entry = words.slice(start, end);
    if (others.every((token) => entry.includes(token))) refs.push(entry.slice(0, entry.indexOf(" ")));
    at = words.indexOf(first, end);
  }
  return refs;
}

const kindByLetter = new Map<string, WordSubjectKind>(
  Object.entries(wordSubjectKinds).map(([kind, letter]) => [letter, kind as WordSubjectKind]),
);

/** Returns the text that `i<id>/<part>/<start>` names. */
function namedText(ref: string): IndexedText | null {
  const [subject = "", part = ""] = ref.split("/");
  const kind = kindByLetter.get(subject.charAt(0));
  return kind ? { kind, id: subject.slice(1), part } : null;
}

/** Returns the part of a reference that names the subject, with its kind. */
const subjectOf = (ref: string): string => ref.slice(0, ref.indexOf("/"));

const startOf = (ref: string): number => Number(ref.slice(ref.lastIndexOf("/") + 1));

/** A choice among the named texts. */
interface NamedTextFilter {
  /** Absent = incidents and maintenance. */
  only?: WordSubjectKind | undefined;
  /** Instants between which it started; the latter is not included. */
  from?: number | undefined;
  to?: number | undefined;
}

/** True when it started in the range, or as close to it as `move`. */
const isInRange = (ref: string, { from = -Infinity, to = Infinity }: NamedTextFilter, move = 0): boolean =>
  startOf(ref) >= from - move && startOf(ref) < to + move;

const isAskedFor = (ref: string, filter: NamedTextFilter): boolean =>
  (filter.only === undefined || ref.startsWith(wordSubjectKinds[filter.only])) &&
  isInRange(ref, filter, maxStartMoveMs);

/** Ids rise with time: the newest first. */
const newestFirst = (one: string, other: string): number => (one.slice(1) < other.slice(1) ? 1 : -1);

/**
 * Returns the texts to read for those that rows of the index name for every word, the newest in the range first: for
 * each word the newest few of one subject, and all of a subject or none.
 */
export function indexedTextsToRead(
  rows: readonly string[],
  searched: readonly TextWord[],
  filter: NamedTextFilter = {},
): IndexedTexts {
  const scanned = rows.slice(0, maxWordRowsScanned);
  const byWord = searched.map((word) => {
    const refs = scanned.flatMap((words) => refsWith(words, word)).filter((ref) => isAskedFor(ref, filter));
    return Map.groupBy(new Set(refs), subjectOf);
  });
  const [first = new Map<string, string[]>(), ...others] = byWord;
  const named = [...first].filter(([id]) => others.every((each) => each.has(id)));
  const inRange = new Set(named.flatMap(([id, refs]) => (refs.some((ref) => isInRange(ref, filter)) ? [id] : [])));
  const subjects = named
    .map(([id]) => id)
    .sort((one, other) => Number(inRange.has(other)) - Number(inRange.has(one)) || newestFirst(one, other));
  const chosen: string[] = [];
  for (const [place, subject] of subjects.entries()) {
    const few = byWord.flatMap((each) => (each.get(subject) ?? []).sort(newestFirst).slice(0, textsPerWord));
    const own = new Set(few);
    if (chosen.length + own.size > maxTexts && place > 0)
      return { texts: chosen.flatMap((ref) => namedText(ref) ?? []), isCut: true };
    chosen.push(...own);
  }
  return { texts: chosen.flatMap((ref) => namedText(ref) ?? []), isCut: rows.length > maxWordRowsScanned };
}
