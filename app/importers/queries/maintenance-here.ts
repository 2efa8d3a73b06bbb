import { and, eq, sql } from "drizzle-orm";
import { maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { guardRowsStatement, pageIdOfRowSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { thingVersionRows, type VersionedThing } from "./import-rows";

type Db = Pick<Ctx, "db">;

/**
 * SQL for the version that only people raise: each automatic start and end raises the row's own, and leaves an update
 * without an author; those that an import brings name it.
 */
export const maintenanceVersionByPeople = (
  row: string,
) => `(${row}.version - (SELECT count(DISTINCT u.created_at) FROM maintenance_update u
  WHERE u.maintenance_id = ${row}.id AND u.author_kind = 'machine' AND (u.author_id IS NULL OR u.author_id = 'tick')))`;

/** Breaks the batch when one of these maintenances is gone, or was edited after its version was read. */
export const guardMaintenanceVersionsStatement = (pageId: string, things: readonly VersionedThing[]): SqlStatement =>
  guardRowsStatement(maintenanceTable, thingVersionRows(pageId, things), {
    unless: `maintenance.id = j.value->>'$.id' AND maintenance.page_id = ${pageIdOfRowSql}
      AND ${maintenanceVersionByPeople("maintenance")} = j.value->>'$.version'`,
  });

export const maintenanceVersionsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: maintenanceTable.id,
      name: maintenanceTable.title,
      version: sql<number>`${sql.raw(maintenanceVersionByPeople("maintenance"))}`.as("own_version"),
    })
    .from(maintenanceTable)
    .where(
      and(
        eq(maintenanceTable.pageId, pageId),
        sql`${maintenanceTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** Updates of these maintenances, in their order. */
export const importedMaintenanceUpdatesQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: maintenanceUpdateTable.id,
      eventId: maintenanceUpdateTable.maintenanceId,
      status: maintenanceUpdateTable.status,
      body: maintenanceUpdateTable.body,
      shownAt: maintenanceUpdateTable.shownAt,
    })
    .from(maintenanceUpdateTable)
    .where(
      and(
        eq(maintenanceUpdateTable.pageId, pageId),
        sql`${maintenanceUpdateTable.maintenanceId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        sql`${maintenanceUpdateTable.authorId} IS NOT NULL`,
      ),
    )
    .orderBy(maintenanceUpdateTable.shownAt, maintenanceUpdateTable.createdAt, maintenanceUpdateTable.id);

const children = ["maintenance_update", "maintenance_component"];

/** Deletes maintenances of the version that was read, with everything that belongs to them alone. */
export function removeMaintenancesStatements(pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  if (things.length === 0) return [];
  const rows = thingVersionRows(pageId, things);
  const read = `SELECT m.id FROM json_each(?1) j JOIN maintenance m ON m.id = j.value->>'$.id'
    WHERE m.page_id = ${pageIdOfRowSql} AND ${maintenanceVersionByPeople("m")} = j.value->>'$.version'`;
  // Its version is counted by its updates: it is deleted before them, and they by its absence.
  const gone = `SELECT j.value->>'$.id' FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM maintenance m WHERE m.id = j.value->>'$.id')`;
  return [
    rowsStatement(`DELETE FROM maintenance WHERE id IN (${read})`, rows),
    ...children.map((table) =>
      rowsStatement(
        `DELETE FROM ${table} WHERE maintenance_id IN (${gone}) AND page_id IN (SELECT ${pageIdOfRowSql} FROM json_each(?1) j)`,
        rows,
      ),
    ),
    rowsStatement(
      `DELETE FROM notice WHERE kind IN ('maintenance_reminder', 'maintenance_soon') AND subject_id IN (${gone})
        AND outcome IS NULL AND expanded_at IS NULL`,
      rows,
    ),
  ];
}
