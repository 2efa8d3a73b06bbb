import { sql } from "drizzle-orm";
import { sourceTable } from "~/db/schema";
import { guardRowsStatement, pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

export interface SilenceCheckRow {
  id: string;
  pageId: string;
  name: string;
  silenceHours: number;
  lastHeardAt: number;
}

/** Returns the sources that are due for a check; those without a period are left out. */
export const sourcesDueForSilenceCheckQuery = ({ db }: Pick<Ctx, "db">, ids: readonly string[]) =>
  db
    .select({
      id: sourceTable.id,
      pageId: sourceTable.pageId,
      name: sourceTable.name,
      silenceHours: sql<number>`silence_hours`.as("silence_hours"),
      lastHeardAt: sql<number>`coalesce(last_heard_at, created_at)`.as("heard_at"),
    })
    .from(sourceTable)
    .where(
      sql`source.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND silence_hours IS NOT NULL AND silence_due_at IS NOT NULL`,
    );

const given = (key: string) => `j.value->>'$.${key}'`;
const asRead = `coalesce(last_heard_at, created_at) = ${given("lastHeardAt")} AND silence_hours = ${given("silenceHours")}`;

/** Sets the next check of sources that deliver: when they could be silent. */
export const scheduleSilenceCheckStatement = (
  rows: readonly (SilenceCheckRow & { dueAt: number | null })[],
): SqlStatement =>
  rowsStatement(
    `UPDATE source SET silence_due_at = ${given("dueAt")}, silence_not_before = 0, silence_tries = 0
      FROM json_each(?1) j WHERE source.id = ${given("id")} AND ${asRead} AND silence_due_at IS NOT NULL`,
    rows,
  );

/**
 * Marks sources as silent, without a check until they deliver. Fails the batch when one of them has delivered since
 * they were read.
 */
export const markSourcesSilentStatements = (pageId: string, rows: readonly SilenceCheckRow[]): SqlStatement[] => [
  guardRowsStatement(sourceTable, rowsWithPageId(pageId, rows), {
    unless: `id = ${given("id")} AND page_id = ${pageIdOfRowSql} AND ${asRead}`,
  }),
  rowsStatement(
    `UPDATE source SET silence_due_at = NULL, silence_not_before = 0, silence_tries = 0
      FROM json_each(?1) j WHERE source.id = ${given("id")} AND source.page_id = ${pageIdOfRowSql}`,
    rowsWithPageId(pageId, rows),
  ),
];

/** Starts the checks again for sources that deliver again. */
export const resumeSilenceChecksStatements = (
  pageId: string,
  sources: readonly { id: string; dueAt: number }[],
): SqlStatement[] =>
  sources.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE source SET silence_due_at = ${given("dueAt")} FROM json_each(?1) j
            WHERE source.id = ${given("id")} AND source.page_id = ${pageIdOfRowSql} AND silence_hours IS NOT NULL`,
          rowsWithPageId(pageId, sources),
        ),
      ];

/** Makes checks due now that were due in the future by a clock that was ahead. */
export const clampDueSilenceChecksStatement = (now: number): SqlStatement => ({
  sql: `UPDATE source SET silence_due_at = min(silence_due_at, ?1), silence_not_before = 0
    WHERE silence_due_at > ?1 OR silence_not_before > ?1`,
  params: [now],
});
