import { and, eq, sql } from "drizzle-orm";
import { maintenanceSeriesTable } from "~/db/schema";
import { guardRowsStatement, pageIdOfRowSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { thingVersionRows, type VersionedThing } from "./import-rows";
import { maintenanceVersionByPeople } from "./maintenance-here";

type Db = Pick<Ctx, "db">;

/** True for an occurrence that a person has changed: the clock alone leaves one update for each of its steps. */
const isTouched = (row: string) => `${maintenanceVersionByPeople(row)} > -1`;

/** SQL for a version that also rises when a person changes one of the occurrences. */
const versionWithOccurrences = (row: string) => `(${row}.version + (SELECT count(*) FROM maintenance m
  WHERE m.series_id = ${row}.id AND ${isTouched("m")}))`;

/** Selects the page's series with their versions: those with these ids, or null for all. */
export const seriesVersionsQuery = ({ db }: Db, pageId: string, ids: readonly string[] | null) =>
  db
    .select({
      id: maintenanceSeriesTable.id,
      name: maintenanceSeriesTable.title,
      version: sql<number>`${sql.raw(versionWithOccurrences("maintenance_series"))}`.as("own_version"),
    })
    .from(maintenanceSeriesTable)
    .where(
      and(
        eq(maintenanceSeriesTable.pageId, pageId),
        ids ? sql`${maintenanceSeriesTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : undefined,
      ),
    );

/** Breaks the batch when one of these series is gone, or it or an occurrence was edited after its version was read. */
export const guardImportedSeriesVersionsStatement = (pageId: string, things: readonly VersionedThing[]): SqlStatement =>
  guardRowsStatement(maintenanceSeriesTable, thingVersionRows(pageId, things), {
    unless: `maintenance_series.id = j.value->>'$.id' AND maintenance_series.page_id = ${pageIdOfRowSql}
      AND ${versionWithOccurrences("maintenance_series")} = j.value->>'$.version'`,
  });

const children = ["maintenance_update", "maintenance_component"];

/** Deletes occurrences of these series that meet a condition, with everything that belongs to them alone. */
function removeOccurrences(rows: ReturnType<typeof thingVersionRows>, where: string): SqlStatement[] {
  const found = `SELECT m.id FROM json_each(?1) j JOIN maintenance m ON m.series_id = j.value->>'$.id'
    WHERE m.page_id = ${pageIdOfRowSql} AND ${where}`;
  return [
    ...children.map((table) => rowsStatement(`DELETE FROM ${table} WHERE maintenance_id IN (${found})`, rows)),
    rowsStatement(`DELETE FROM maintenance WHERE id IN (${found})`, rows),
  ];
}

/** Deletes what is scheduled of these series: it is made anew by their new rule. */
export const removeScheduledOccurrencesStatements = (
  pageId: string,
  things: readonly VersionedThing[],
): SqlStatement[] =>
  things.length === 0 ? [] : removeOccurrences(thingVersionRows(pageId, things), "m.status = 'scheduled'");

/** Deletes series of the version that was read, with their occurrences, which no person has changed. */
export function removeSeriesStatements(pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  if (things.length === 0) return [];
  const rows = thingVersionRows(pageId, things);
  const read = `SELECT s.id FROM json_each(?1) j JOIN maintenance_series s ON s.id = j.value->>'$.id'
    WHERE s.page_id = ${pageIdOfRowSql} AND ${versionWithOccurrences("s")} = j.value->>'$.version'`;
  // The version is counted by the occurrences: the series is deleted before them, and they by its absence.
  return [
    rowsStatement(`DELETE FROM maintenance_series WHERE id IN (${read})`, rows),
    ...removeOccurrences(rows, "NOT EXISTS (SELECT 1 FROM maintenance_series s WHERE s.id = m.series_id)"),
  ];
}

/** Lets the series begin that imports of the page have made so far: what has begun by then is left out. */
export const beginImportedSeriesStatement = (pageId: string, now: number): SqlStatement => ({
  sql: "UPDATE maintenance_series SET made_until = ?2, due_at = ?2 WHERE page_id = ?1 AND made_until = 0 AND due_at IS NULL",
  params: [pageId, now],
});
