import { and, eq, isNull, sql } from "drizzle-orm";
import { incident, page } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** When the last word was said on an incident: its last update, or its opening. */
const at = sql<number>`coalesce((SELECT max(u.shown_at) FROM incident_update u WHERE u.incident_id = incident.id), incident.created_at)`;

/** As `incidents/rules/impact` has it, and seen by visitors: a draft waits for a person whatever it says. */
const announced = sql`(incident.visibility = 'published' AND coalesce(incident.impact_override, incident.impact) = 'none'
  AND NOT EXISTS (SELECT 1 FROM incident_component c WHERE c.incident_id = incident.id))`;

export const lastWord = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ at: at.as("at") })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));

/**
 * Open drafts and incidents of all pages on which nothing was said for as long as their page allows, or as they
 * promised; walks the open ones. `nagMinutes` 0 = its people are never reminded: an announcement owes what it promised.
 */
export const silentIncidents = ({ db }: Db, now: number) =>
  db
    .select({
      incidentId: incident.id,
      incidentPage: incident.pageId,
      lastWordAt: at.as("last_word_at"),
      nagMinutes: sql<number>`iif(${announced}, 0, page.nag_minutes)`.as("nag_minutes"),
      promisedAt: incident.nextUpdateAt,
    })
    .from(incident)
    .innerJoin(page, eq(page.id, incident.pageId))
    .where(
      sql`incident.closed = 0 AND incident.visibility IN ('draft', 'published') AND page.deleted_at IS NULL
        AND (incident.next_update_at <= ${now} OR (page.nag_minutes > 0 AND ${at} <= ${now} - page.nag_minutes * 60000 AND NOT ${announced}))`,
    )
    .limit(50);

/** Every page of the deployment, so far as one message a page is still reasonable. */
export const allPages = ({ db }: Db) => db.select({ id: page.id }).from(page).where(isNull(page.deletedAt)).limit(500);
