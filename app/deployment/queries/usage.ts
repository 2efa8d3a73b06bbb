import { eq, sql } from "drizzle-orm";
import { deploymentTable, heartbeatTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Highest count; counting more would take too long. */
export const maxRowsCounted = 20_000;

/** Selects one row with the costs of ticks and the number of objects in the deployment that cause costs. */
export const usageFactsQuery = ({ db }: Db) =>
  db
    .select({
      usage: deploymentTable.usage,
      pages: sql<number>`(SELECT count(*) FROM page p WHERE p.deleted_at IS NULL)`.as("pages"),
      subscribers:
        sql<number>`(SELECT count(*) FROM (SELECT 1 FROM subscriber s WHERE s.state = 'active' LIMIT ${maxRowsCounted}))`.as(
          "subscribers",
        ),
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

/** Counts heartbeats by schedule; there are only few different schedules. */
export const heartbeatCountsByScheduleQuery = ({ db }: Db) =>
  db
    .select({ schedule: heartbeatTable.schedule, count: sql<number>`count(*)`.as("alike") })
    .from(heartbeatTable)
    .where(sql`${heartbeatTable.state} <> 'paused'`)
    .groupBy(heartbeatTable.schedule)
    .limit(500);

/**
 * Selects the data by which a stamping tick checks whether a limit is near: the shards in use and their monitors, and
 * the page whose team is notified, which is that of `/`, or the oldest.
 */
export const usageLimitFactsQuery = ({ db }: Db) =>
  db
    .select({
      usage: deploymentTable.usage,
      shards: sql<number>`(SELECT count(*) FROM monitor_shard s WHERE s.look_at IS NOT NULL)`.as("shards"),
      monitors: sql<number>`(SELECT coalesce(sum(json_array_length(s.plan)), 0) FROM monitor_shard s
        WHERE s.look_at IS NOT NULL)`.as("monitors"),
      pageId: sql<string | null>`coalesce(home_page_id,
        (SELECT p.id FROM page p WHERE p.deleted_at IS NULL ORDER BY p.id LIMIT 1))`.as("told_page"),
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

const kept = (place: number) => `coalesce(usage -> ('$."' || ?1 || '"') ->> ${place}, 0)`;

interface CountedRequests {
  /** Requests of the worker. */
  requests: number;
  /** Requests of these that open tabs sent automatically. */
  byTabs: number;
  /** Time that Durable Objects worked for them, in ms. */
  objectMs: number;
}

/** Adds the requests of a day to its tick costs. One row. */
export const addRequestsStatement = (day: string, { requests, byTabs, objectMs }: CountedRequests): SqlStatement => ({
  sql: `UPDATE deployment SET usage = json_set(usage, '$."' || ?1 || '"',
    json_array(${kept(0)}, ${kept(1)}, ${kept(2)}, ${kept(3)} + ?2, ${kept(4)} + ?3, ${kept(5)} + ?4)) WHERE id = 1`,
  params: [day, requests, byTabs, objectMs],
});
