import {
  joinSearchWordRows,
  packSearchWords,
  type SearchWordSource,
  searchTitlePart,
  type WordSubjectKind,
} from "../../app/search/rules/word-entries.ts";
import type { DemoState } from "./demo.ts";
import type { DemoRow } from "./demo-rows.ts";

const textOf = (...values: DemoRow[string][]): string => values.filter((value) => typeof value === "string").join(" ");

/** Returns the texts of incidents or of maintenance: their titles, and their updates. */
function wordSources({ tables }: DemoState, kind: WordSubjectKind, startColumn: string): SearchWordSource[] {
  const subjects = tables.rows.get(kind) ?? [];
  const starts = new Map(subjects.map((row) => [row.id, Number(row[startColumn])]));
  const titles = subjects.map((row) => ({
    kind,
    id: String(row.id),
    part: searchTitlePart,
    at: starts.get(row.id ?? "") ?? 0,
    text: textOf(row.title ?? "", row.bodyText ?? ""),
  }));
  const updates = (tables.rows.get(`${kind}_update`) ?? []).map((row) => {
    const id = row[`${kind}Id`] ?? "";
    const text = textOf(row.bodyText ?? "");
    return { kind, id: String(id), part: String(row.id), at: starts.get(id) ?? 0, text };
  });
  return [...titles, ...updates];
}

/** Adds the words by which the search finds what the other rows say; called when all of them are there. */
export function addWordRows(demo: DemoState): void {
  const sources = [...wordSources(demo, "incident", "startedAt"), ...wordSources(demo, "maintenance", "startsAt")];
  for (const row of joinSearchWordRows(packSearchWords(sources)))
    demo.tables.add("search_words", { pageId: demo.pageId, part: 0, size: row.words.length, ...row });
}
