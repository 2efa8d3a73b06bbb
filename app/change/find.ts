import { fail, type Result } from "~/failures/failure";
import { type Done, missing, type Prior, replayOf } from "./answers";

/** The row that a change is about, or the answer that it already has. */
export type Found<Row> = { row: Row; answer: null } | { row: null; answer: Result<Done> };

export const versionOf = (row: object): number | undefined =>
  "version" in row && typeof row.version === "number" ? row.version : undefined;

/** Somebody changed it since it was read: both are shown. `show` = what of the row may leave, where it holds secrets. */
export function find<Row extends object>(
  prior: Prior,
  row: Row | undefined,
  { pageId, version }: { pageId: string | null; version?: number | undefined },
  show: (row: Row) => unknown = (it) => it,
): Found<Row> {
  const replay = replayOf(prior, pageId);
  if (replay) return { row: null, answer: replay };
  if (!row) return { row: null, answer: missing };
  if (version === undefined || version === versionOf(row)) return { row, answer: null };
  return { row: null, answer: fail({ name: "conflict", current: show(row) }) };
}
