import { and, desc, eq, gte, or, sql } from "drizzle-orm";
import { maintenanceSeriesTable, maintenanceTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

type Db = Pick<Ctx, "db">;
export type MaintenanceSeriesRow = typeof maintenanceSeriesTable.$inferSelect;

export const maintenanceSeriesByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(maintenanceSeriesTable)
    .where(and(eq(maintenanceSeriesTable.pageId, pageId), eq(maintenanceSeriesTable.id, id)));

const seriesIdOf = (id: string) => sql`(SELECT m.series_id FROM maintenance m WHERE m.id = ${id})`;

/** The series to which this maintenance belongs. */
export const seriesOfMaintenanceQuery = ({ db }: Db, pageId: string, id: string) => {
  const isIt = sql`${maintenanceSeriesTable.pageId} = ${pageId} AND ${maintenanceSeriesTable.id} = ${seriesIdOf(id)}`;
  return db.select().from(maintenanceSeriesTable).where(isIt);
};

/** Series of a page, continuing ones first, then the newest; ≤ 100. */
export const maintenanceSeriesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(maintenanceSeriesTable)
    .where(eq(maintenanceSeriesTable.pageId, pageId))
    .orderBy(sql`due_at IS NULL`, desc(maintenanceSeriesTable.createdAt), desc(maintenanceSeriesTable.id))
    .limit(100);

/** Age after which an open occurrence is left as it is, so that an old series is not read from its start. */
const maxLookBackMs = 100 * dayMs;

/** Occurrences of a series that have not ended before `now`, including cancelled ones; by start. */
export const occurrencesOfSeriesQuery = ({ db }: Db, pageId: string, seriesId: string, now: number) =>
  db
    .select({
      row: maintenanceTable,
      components:
        sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`.as(
          "occurrence_components",
        ),
      updateCount: sql<number>`(SELECT count(*) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id)`.as(
        "update_count",
      ),
    })
    .from(maintenanceTable)
    .where(
      and(
        eq(maintenanceTable.pageId, pageId),
        eq(maintenanceTable.seriesId, seriesId),
        gte(maintenanceTable.occurrenceAt, now - maxLookBackMs),
        or(
          gte(maintenanceTable.endsAt, now),
          gte(maintenanceTable.occurrenceAt, now),
          eq(maintenanceTable.status, "scheduled"),
        ),
      ),
    )
    .orderBy(maintenanceTable.startsAt, maintenanceTable.id)
    .limit(200);

export type OccurrenceRow = Awaited<ReturnType<typeof occurrencesOfSeriesQuery>>[number];

/** Breaks the batch when a person changed the series, or occurrences were made, since it was read. */
export const guardSeriesVersionStatement = ({ id, version, madeUntil }: MaintenanceSeriesRow): SqlStatement =>
  guardTableStatement(maintenanceSeriesTable, { unless: "id = ?1 AND version = ?2 AND made_until = ?3" }, [
    id,
    version,
    madeUntil,
  ]);

/** Stores how far occurrences are made. The version stays, because it is for changes by people. */
export const seriesProgressStatement = (
  id: string,
  step: { madeUntil: number; dueAt: number | null },
): SqlStatement => ({
  sql: "UPDATE maintenance_series SET made_until = ?2, due_at = ?3, not_before = 0, tries = 0, reason = NULL WHERE id = ?1",
  params: [id, step.madeUntil, step.dueAt],
});
