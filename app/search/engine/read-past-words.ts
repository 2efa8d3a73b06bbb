import { readBatch } from "~/db/read";
import { mergePageStatements } from "~/db/rows-together";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { keepWordsStatements } from "../queries/keep-words";
import {
  type BackfillTextRow,
  nextWordBackfillCursor,
  textsToBackfillQuery,
  type WordBackfillTable,
  wordSubjectKindOf,
} from "../queries/past-words";
import { type SearchWordSource, searchPostmortemPart, type WordSubjectKind } from "../rules/word-entries";

/** Returns the texts of a row; an update whose incident is gone has none. */
function sourcesOf(
  kind: WordSubjectKind,
  { subject: id, part, text, postmortem, at }: BackfillTextRow,
): SearchWordSource[] {
  if (at === null) return [];
  return [
    { kind, id, part, at, text },
    { kind, id, part: searchPostmortemPart, at, text: postmortem },
  ];
}

interface PastWordsStep {
  statements: SqlStatement[];
  /** Cursor of the next step; null = nothing is left. */
  next: string | null;
}

/**
 * Indexes the words of the next texts that were stored before there was a full-text search. Indexing a text twice does
 * no harm, because the search lists each text once.
 */
export async function runWordBackfillStep(ctx: Ctx, table: WordBackfillTable, cursor: string): Promise<PastWordsStep> {
  const [rows] = await readBatch(ctx, textsToBackfillQuery(ctx, table, cursor));
  const kind = wordSubjectKindOf(table);
  const pages = [...Map.groupBy(rows, ({ pageId }) => pageId)].map(([pageId, own]) =>
    keepWordsStatements(
      pageId,
      own.flatMap((row) => sourcesOf(kind, row)),
    ),
  );
  return { statements: mergePageStatements(pages), next: nextWordBackfillCursor(rows) };
}
