import { and, desc, eq, gte, or, sql } from "drizzle-orm";
import { maintenance, maintenanceSeries } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

type Db = Pick<Ctx, "db">;
export type MaintenanceSeriesRow = typeof maintenanceSeries.$inferSelect;

export const maintenanceSeriesByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(maintenanceSeries)
    .where(and(eq(maintenanceSeries.pageId, pageId), eq(maintenanceSeries.id, id)));

const seriesIdOf = (id: string) => sql`(SELECT m.series_id FROM maintenance m WHERE m.id = ${id})`;

/** The series to which this maintenance belongs. */
export const seriesOfMaintenanceQuery = ({ db }: Db, pageId: string, id: string) => {
  const isIt = sql`${maintenanceSeries.pageId} = ${pageId} AND ${maintenanceSeries.id} = ${seriesIdOf(id)}`;
  return db.select().from(maintenanceSeries).where(isIt);
};

/** Series of a page, continuing ones first, then the newest; ≤ 100. */
export const maintenanceSeriesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(maintenanceSeries)
    .where(eq(maintenanceSeries.pageId, pageId))
    .orderBy(sql`due_at IS NULL`, desc(maintenanceSeries.createdAt), desc(maintenanceSeries.id))
    .limit(100);

/** Age after which an open occurrence is left as it is, so that an old series is not read from its start. */
const maxLookBackMs = 100 * dayMs;

/** Occurrences of a series that have not ended before `now`, including cancelled ones; by start. */
export const occurrencesOfSeriesQuery = ({ db }: Db, pageId: string, seriesId: string, now: number) =>
  db
    .select({
      row: maintenance,
      components:
        sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`.as(
          "occurrence_components",
        ),
      updateCount: sql<number>`(SELECT count(*) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id)`.as(
        "update_count",
      ),
    })
    .from(maintenance)
    .where(
      and(
        eq(maintenance.pageId, pageId),
        eq(maintenance.seriesId, seriesId),
        gte(maintenance.occurrenceAt, now - maxLookBackMs),
        or(gte(maintenance.endsAt, now), gte(maintenance.occurrenceAt, now), eq(maintenance.status, "scheduled")),
      ),
    )
    .orderBy(maintenance.startsAt, maintenance.id)
    .limit(200);

export type OccurrenceRow = Awaited<ReturnType<typeof occurrencesOfSeriesQuery>>[number];

/** Breaks the batch when a person changed the series, or occurrences were made, since it was read. */
export const guardSeriesVersion = ({ id, version, madeUntil }: MaintenanceSeriesRow): SqlStatement =>
  guardTableCondition(maintenanceSeries, { unless: "id = ?1 AND version = ?2 AND made_until = ?3" }, [
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
