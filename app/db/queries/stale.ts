import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { incident, page } from "../schema";

type Db = Pick<Ctx, "db">;

/** When the last word was said on an incident: its last update, or its opening. */
const at = sql<number>`coalesce((SELECT max(u.shown_at) FROM incident_update u WHERE u.incident_id = incident.id), incident.created_at)`;

export const lastWord = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ at: at.as("at") })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));

/** Open drafts and incidents on which nothing was said since `before`, of all pages; walks the open ones. */
export const silentIncidents = ({ db }: Db, before: number) =>
  db
    .select({ incidentId: incident.id, incidentPage: incident.pageId, lastWordAt: at.as("last_word_at") })
    .from(incident)
    .where(sql`incident.closed = 0 AND incident.visibility IN ('draft', 'published') AND ${at} <= ${before}`)
    .limit(50);

/** Every page of the deployment, so far as one message a page is still reasonable. */
export const allPages = ({ db }: Db) => db.select({ id: page.id }).from(page).limit(500);
