import { hasAllWords, snippetAroundWords, type TextWord } from "./text-words";
import type { WordSubjectKind } from "./word-entries";

/** A present text that the index named. */
export interface SearchWordCandidate {
  kind: WordSubjectKind;
  id: string;
  title: string;
  alertTitle: string;
  at: number;
  text: string;
}

/** An incident or maintenance whose titles and texts have the searched words. */
export interface EventWordHit {
  kind: WordSubjectKind;
  id: string;
  title: string;
  at: number;
  /** Part of a text around the first word; "" when only the title has one. */
  snippet: string;
}

/** Returns those whose present texts have all words, the newest start first. */
export function eventWordHits(
  candidates: readonly SearchWordCandidate[],
  searched: readonly TextWord[],
): EventWordHit[] {
  const subjects = Map.groupBy(candidates, ({ kind, id }) => `${kind} ${id}`);
  const hits = [...subjects.values()].flatMap((own): EventWordHit[] => {
    const [first] = own;
    if (!first) return [];
    const { kind, id, title, alertTitle, at } = first;
    if (!hasAllWords([title, alertTitle, ...own.map(({ text }) => text)], searched)) return [];
    const snippet = own.map(({ text }) => snippetAroundWords(text, searched)).find((each) => each !== "") ?? "";
    return [{ kind, id, title, at, snippet }];
  });
  return hits.toSorted((one, other) => other.at - one.at);
}
