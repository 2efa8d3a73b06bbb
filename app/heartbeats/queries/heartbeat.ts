import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { monitorAlertCauseColumn } from "~/alerts/queries/alert-list";
import { heartbeatTable, pingBodyTable, sourceTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { maxPingsKept } from "../rules/heartbeat-ping";

type Db = Pick<Ctx, "db">;

const {
  pings,
  pageId,
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  ...told
} = getTableColumns(heartbeatTable);

/** Columns of its two rows; the version is the source's, which rises with people's changes and not with each ping. */
const shown = {
  ...told,
  pageId,
  name: sourceTable.name,
  mutedUntil: sourceTable.mutedUntil,
  dependsOn: sourceTable.dependsOn,
  silentSince: sourceTable.silentSince,
  version: sourceTable.version,
  createdAt: sourceTable.createdAt,
  updatedAt: sourceTable.updatedAt,
};

const both = (page: string) =>
  and(eq(heartbeatTable.pageId, page), eq(sourceTable.pageId, page), eq(sourceTable.family, "heartbeat"));

/** Returns the page's heartbeats by name, without their pings. */
export const heartbeatsOfPageQuery = ({ db }: Db, page: string) =>
  db
    .select({ ...shown, waitingFor: monitorAlertCauseColumn })
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(both(page))
    .orderBy(sourceTable.name, sourceTable.id);

/** Returns the heartbeats whose rules affect a component, without their pings. */
export const heartbeatsOfComponentQuery = ({ db }: Db, page: string, componentId: string) =>
  db
    .select(shown)
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(
      and(
        both(page),
        sql`${heartbeatTable.id} IN (SELECT r.source_id FROM rule_component c JOIN rule r ON r.id = c.rule_id
          WHERE c.page_id = ${page} AND c.component_id = ${componentId})`,
      ),
    );

/** Returns one heartbeat with its pings; `tokenSealed` is its UUID. */
export const heartbeatByIdQuery = ({ db }: Db, page: string, id: string) =>
  db
    .select({ ...shown, pings, tokenSealed: sourceTable.tokenSealed })
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(and(both(page), eq(heartbeatTable.id, id)));

/** Returns several heartbeats of a page, each marked when an agent owns it; missing ones are left out. */
export const heartbeatsByIdsQuery = ({ db }: Db, page: string, ids: readonly string[]) =>
  db
    .select({
      id: sourceTable.id,
      name: sourceTable.name,
      version: sourceTable.version,
      ofAgent: sql<number>`EXISTS (SELECT 1 FROM agent a WHERE a.page_id = ${page} AND a.id = source.id)`.as(
        "of_agent",
      ),
    })
    .from(sourceTable)
    .where(
      and(
        eq(sourceTable.pageId, page),
        eq(sourceTable.family, "heartbeat"),
        sql`${sourceTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** Returns the number of the page's heartbeats, and of those with this slug and another id. */
export const heartbeatSlugCountsQuery = ({ db }: Db, page: string, slug: string, id = "") =>
  db
    .select({
      all: sql<number>`count(*)`.as("all_of_page"),
      same: sql<number>`coalesce(sum(${heartbeatTable.slug} = ${slug} AND ${heartbeatTable.id} <> ${id}), 0)`.as(
        "same_slug",
      ),
    })
    .from(heartbeatTable)
    .where(eq(heartbeatTable.pageId, page));

/** Returns the number of the page's other heartbeats with the same slug. */
export const sameSlugHeartbeatCountQuery = ({ db }: Db, page: string, id: string) =>
  db
    .select({ same: sql<number>`count(*)`.as("same_slug") })
    .from(heartbeatTable)
    .where(
      and(
        eq(heartbeatTable.pageId, page),
        ne(heartbeatTable.id, id),
        sql`${heartbeatTable.slug} = (SELECT h.slug FROM heartbeat h WHERE h.id = ${id})`,
      ),
    );

/** Returns the ids to which a ping by this slug refers, at most two. */
export const heartbeatsBySlugQuery = ({ db }: Db, page: string, slug: string) =>
  db
    .select({ id: heartbeatTable.id })
    .from(heartbeatTable)
    .where(and(eq(heartbeatTable.pageId, page), eq(heartbeatTable.slug, slug)))
    .limit(2);

/** Returns one ping's body, whose slot is the ping's number modulo the number of stored pings. */
export const pingBodyByNumberQuery = ({ db }: Db, heartbeatId: string, number: number) =>
  db
    .select({ body: pingBodyTable.body, truncated: pingBodyTable.truncated })
    .from(pingBodyTable)
    .where(
      and(
        eq(pingBodyTable.heartbeatId, heartbeatId),
        eq(pingBodyTable.slot, number % maxPingsKept),
        eq(pingBodyTable.number, number),
      ),
    );

/**
 * Fails the batch unless the page may have another heartbeat; two concurrent requests are decided one after the other.
 */
export const guardHeartbeatLimitStatement = (page: string, most: number): SqlStatement =>
  guardTableStatement(heartbeatTable, { lost: "(SELECT count(*) FROM heartbeat WHERE page_id = ?1) >= ?2" }, [
    page,
    most,
  ]);

/** Breaks the batch when a heartbeat has this slug, so that two first pings create one heartbeat. */
export const guardHeartbeatSlugStatement = (page: string, slug: string): SqlStatement =>
  guardTableStatement(heartbeatTable, { when: "page_id = ?1 AND slug = ?2" }, [page, slug]);

/** Breaks the batch when a ping has resumed the heartbeat meanwhile, or is about to. */
export const guardHeartbeatPausedStatement = (page: string, id: string): SqlStatement =>
  guardTableStatement(
    heartbeatTable,
    { unless: "page_id = ?1 AND id = ?2 AND state = 'paused' AND pending_from IS NULL" },
    [page, id],
  );

/**
 * Makes these heartbeats due for a check, because their schedules changed; a heartbeat that cannot be late has no
 * deadline.
 */
export const recheckHeartbeatsStatement = (pageId: string, ids: readonly string[], now: number): SqlStatement => ({
  sql: `UPDATE heartbeat SET due_at = ?3 WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))
    AND (state IN ('up', 'down') OR (state = 'new' AND last_start_at IS NOT NULL))`,
  params: [pageId, JSON.stringify(ids), now],
});
