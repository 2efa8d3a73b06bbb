import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { alert, alertGroup, incident } from "../schema";
import type { Statement } from "../write";

type Db = Pick<Ctx, "db">;

/** What one source has firing, as far as rules look at it. */
export const firingOfSource = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select({
      id: alert.id,
      sourceId: alert.sourceId,
      severity: alert.severity,
      title: alert.title,
      labels: alert.labels,
      startedAt: alert.startedAt,
      incidentId: alert.incidentId,
      dismissedAt: alert.dismissedAt,
    })
    .from(alert)
    .where(
      and(
        eq(alert.pageId, pageId),
        sql`alert.state = 'firing' AND alert.source_id = (SELECT o.source_id FROM alert o WHERE o.id = ${alertId})`,
      ),
    )
    .limit(1000);

/** Groups of the alert's source. */
export const groupsOfSource = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select()
    .from(alertGroup)
    .where(
      and(
        eq(alertGroup.pageId, pageId),
        sql`alert_group.source_id = (SELECT o.source_id FROM alert o WHERE o.id = ${alertId})`,
      ),
    );

/** What an incident must be to take an alert. */
export const incidentState = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ id: incident.id, title: incident.title, closed: incident.closed, version: incident.version })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));

/** Its group's own incident is of the group no more: it may open another (index `incident_open_group`). */
export const freeGroupKey = (pageId: string, groupId: string): Statement => ({
  sql: "UPDATE incident SET group_key = '' WHERE page_id = ?1 AND group_key = ?2 AND closed = 0",
  params: [pageId, groupId],
});

/** What an alert may be attached to, newest start first. */
export const unclosedIncidents = ({ db }: Db, pageId: string) =>
  db
    .select({ id: incident.id, title: incident.title, visibility: incident.visibility })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), sql`closed = 0 AND incident.visibility IN ('draft', 'published')`))
    .orderBy(desc(incident.startedAt), desc(incident.id))
    .limit(50);
