import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { deployment, heartbeat } from "../schema";

type Db = Pick<Ctx, "db">;

/** Nobody waits for a count of more. */
export const mostCounted = 20_000;

/** What the ticks cost, and how much of what costs something the whole deployment has. One row. */
export const usageFacts = ({ db }: Db) =>
  db
    .select({
      usage: deployment.usage,
      pages: sql<number>`(SELECT count(*) FROM page p WHERE p.deleted_at IS NULL)`.as("pages"),
      subscribers:
        sql<number>`(SELECT count(*) FROM (SELECT 1 FROM subscriber s WHERE s.state = 'active' LIMIT ${mostCounted}))`.as(
          "subscribers",
        ),
    })
    .from(deployment)
    .where(eq(deployment.id, 1));

/** How often heartbeats are due, by schedule: few differ. */
export const heartbeatSchedules = ({ db }: Db) =>
  db
    .select({ schedule: heartbeat.schedule, count: sql<number>`count(*)`.as("alike") })
    .from(heartbeat)
    .where(sql`${heartbeat.state} <> 'paused'`)
    .groupBy(heartbeat.schedule)
    .limit(500);
