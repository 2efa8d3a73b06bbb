import { fail, missingFailure, type Result } from "~/failures/failure";
import { type ChangeResult, type PriorCommit, priorCommitResultOf } from "./change-result";

/** The row to change, or the answer if the outcome is already known. */
export type ChangeRowResult<Row> = { row: Row; answer: null } | { row: null; answer: Result<ChangeResult> };

export const versionOf = (row: object): number | undefined =>
  "version" in row && typeof row.version === "number" ? row.version : undefined;

/**
 * Returns true if the version is current, or if only alerts have changed the row since (`staleBefore`), because nobody
 * has to read that first.
 */
function isCurrent(row: object, version: number): boolean {
  const present = versionOf(row);
  const oldest = "staleBefore" in row && typeof row.staleBefore === "number" ? row.staleBefore : present;
  return present !== undefined && oldest !== undefined && version <= present && version >= oldest;
}

/**
 * Returns the row. If someone changed it since it was read, the failure contains both versions. `show` returns the part
 * of the row that may be shown, if the row contains secrets.
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
