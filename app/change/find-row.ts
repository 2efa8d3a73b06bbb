import { fail, missingFailure, type Result } from "~/failures/failure";
import { type ChangeResult, type PriorCommit, priorCommitResultOf } from "./change-result";

/** The row that a change is about, or the answer that it already has. */
export type ChangeRowResult<Row> = { row: Row; answer: null } | { row: null; answer: Result<ChangeResult> };

export const versionOf = (row: object): number | undefined =>
  "version" in row && typeof row.version === "number" ? row.version : undefined;

/**
 * True when the version that was read still holds: the present one, or one after which only alerts have changed the row
 * (`staleBefore`), because nobody has to read that first.
 */
function isCurrent(row: object, version: number): boolean {
  const present = versionOf(row);
  const oldest = "staleBefore" in row && typeof row.staleBefore === "number" ? row.staleBefore : present;
  return present !== undefined && oldest !== undefined && version <= present && version >= oldest;
}

/**
 * Finds the row; when it was changed since it was read, the conflict shows both versions. `show`: the part of the row
 * that may be shown, if it holds secrets.
 */
export function findChangeRow<Row extends object>(
  prior: PriorCommit,
  row: Row | undefined,
  { pageId, version }: { pageId: string | null; version?: number | undefined },
  show: (row: Row) => unknown = (it) => it,
): ChangeRowResult<Row> {
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return { row: null, answer: replay };
  if (!row) return { row: null, answer: missingFailure };
  if (version === undefined || isCurrent(row, version)) return { row, answer: null };
  return { row: null, answer: fail({ name: "conflict", current: show(row) }) };
}
