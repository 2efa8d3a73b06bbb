import { and, eq, isNull, sql } from "drizzle-orm";
import { incidentTable, pageTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Time of the last word on an incident: its last update, or its opening. */
const at = sql<number>`coalesce((SELECT max(u.shown_at) FROM incident_update u WHERE u.incident_id = incident.id), incident.created_at)`;

/**
 * True for announcements as in `incidents/rules/impact` that visitors see; a draft waits for a person whatever its
 * impact.
 */
const announced = sql`(incident.visibility = 'published' AND coalesce(incident.impact_override, incident.impact) = 'none'
  AND NOT EXISTS (SELECT 1 FROM incident_component c WHERE c.incident_id = incident.id))`;

export const incidentLastUpdateTimeQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ at: at.as("at") })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/**
 * Selects open drafts and incidents that are overdue for an update, by their page's limit or by a promised time, except
 * drafts of tokens that no person has edited. With `nagMinutes` 0, only promised updates are due.
 */
export const incidentsWithoutUpdatesQuery = ({ db }: Db, now: number) =>
  db
    .select({
      incidentId: incidentTable.id,
      incidentPage: incidentTable.pageId,
      lastWordAt: at.as("last_word_at"),
      nagMinutes: sql<number>`iif(${announced}, 0, page.nag_minutes)`.as("nag_minutes"),
      promisedAt: incidentTable.nextUpdateAt,
    })
    .from(incidentTable)
    .innerJoin(pageTable, eq(pageTable.id, incidentTable.pageId))
    .where(
      sql`incident.closed = 0 AND incident.visibility IN ('draft', 'published') AND page.deleted_at IS NULL
        AND incident.proposed_by IS NULL
        AND (incident.next_update_at <= ${now} OR (page.nag_minutes > 0 AND ${at} <= ${now} - page.nag_minutes * 60000 AND NOT ${announced}))`,
    )
    .limit(50);

/** Selects the pages of the deployment, up to a number for which one message for each page is reasonable. */
export const allPageIdsQuery = ({ db }: Db) =>
  db.select({ id: pageTable.id }).from(pageTable).where(isNull(pageTable.deletedAt)).limit(500);
