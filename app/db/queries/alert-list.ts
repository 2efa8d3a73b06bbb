import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import { downKey } from "~/rules/monitors/monitor-alerts";
import type { Ctx } from "../../platform/ctx";
import { type AlertOrigin, alert, episode, source } from "../schema";

type Db = Pick<Ctx, "db">;

export interface AlertListing {
  sourceId?: string | undefined;
  state?: "firing" | "resolved" | undefined;
  incidentId?: string | undefined;
  before: [number, string] | null;
  limit: number;
}

/** An alert with the name and family of what it comes from; null when that is gone. */
const fromWhere = {
  row: alert,
  sourceName: sql<string | null>`(SELECT s.name FROM source s WHERE s.id = alert.source_id)`.as("source_name"),
  family: sql<AlertOrigin | null>`(SELECT s.family FROM source s WHERE s.id = alert.source_id)`.as("family"),
};

/** Last heard of first. A source's alerts are one range of ids. */
export function alertList({ db }: Db, pageId: string, { sourceId, state, incidentId, before, limit }: AlertListing) {
  const older = before
    ? or(lt(alert.lastSeenAt, before[0]), and(eq(alert.lastSeenAt, before[0]), lt(alert.id, before[1])))
    : undefined;
  const ofSource = sourceId ? and(gte(alert.id, `${sourceId}.`), lt(alert.id, `${sourceId}/`)) : undefined;
  return db
    .select(fromWhere)
    .from(alert)
    .where(
      and(
        eq(alert.pageId, pageId),
        ofSource,
        state === "firing" ? sql`state = 'firing'` : state ? eq(alert.state, state) : undefined,
        incidentId ? eq(alert.incidentId, incidentId) : undefined,
        older,
      ),
    )
    .orderBy(desc(alert.lastSeenAt), desc(alert.id))
    .limit(limit);
}

export const alertById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(alert)
    .where(and(eq(alert.pageId, pageId), eq(alert.id, id)));

const isDown = sql.raw(
  `EXISTS (SELECT 1 FROM alert d WHERE d.id > source.id || '.' AND d.id < source.id || '/' AND d.key = '${downKey}' AND d.state = 'firing' AND d.dismissed_at IS NULL)`,
);

/** What depends on what, and what of it is down: whose failure is because of whose. */
export const dependencies = ({ db }: Db, pageId: string) =>
  db
    .select({ id: source.id, name: source.name, dependsOn: source.dependsOn, down: sql<number>`${isDown}`.as("down") })
    .from(source)
    .where(
      and(
        eq(source.pageId, pageId),
        sql`(source.depends_on IS NOT NULL OR source.id IN (SELECT o.depends_on FROM source o WHERE o.page_id = ${pageId}))`,
      ),
    );

/** One, with who has seen it. */
export const alertWithOrigin = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      ...fromWhere,
      acknowledgedByName: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = alert.acknowledged_by)`.as(
        "acknowledged_by_name",
      ),
    })
    .from(alert)
    .where(and(eq(alert.pageId, pageId), eq(alert.id, id)));

/** Its last twenty firings, newest first. */
export const episodesOf = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select({
      startedAt: episode.startedAt,
      endedAt: episode.endedAt,
      incidentId: episode.incidentId,
      dismissedAt: episode.dismissedAt,
      dismissedReason: episode.dismissedReason,
    })
    .from(episode)
    .where(and(eq(episode.alertId, alertId), eq(episode.pageId, pageId)))
    .orderBy(desc(episode.startedAt))
    .limit(20);
