import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { alert } from "../schema";

type Db = Pick<Ctx, "db">;

export interface AlertListing {
  sourceId?: string | undefined;
  state?: string | undefined;
  incidentId?: string | undefined;
  before: [number, string] | null;
  limit: number;
}

/** Last heard of first. A source's alerts are one range of ids. */
export function alertList({ db }: Db, pageId: string, { sourceId, state, incidentId, before, limit }: AlertListing) {
  const older = before
    ? or(lt(alert.lastSeenAt, before[0]), and(eq(alert.lastSeenAt, before[0]), lt(alert.id, before[1])))
    : undefined;
  const ofSource = sourceId ? and(gte(alert.id, `${sourceId}.`), lt(alert.id, `${sourceId}/`)) : undefined;
  return db
    .select()
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

/** What fires now on the page, with the name of its source; newest first. */
export const firingAlerts = ({ db }: Db, pageId: string, limit: number) =>
  db
    .select({
      row: alert,
      sourceName: sql<string | null>`(SELECT s.name FROM source s WHERE s.id = alert.source_id)`.as("source_name"),
    })
    .from(alert)
    .where(and(eq(alert.pageId, pageId), sql`state = 'firing'`))
    .orderBy(desc(alert.startedAt), alert.id)
    .limit(limit);
