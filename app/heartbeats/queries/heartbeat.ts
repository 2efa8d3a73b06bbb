import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { waitingFor } from "~/alerts/queries/alert-list";
import { heartbeat, pingBody, source } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { pingsKept } from "../rules/heartbeat-ping";

type Db = Pick<Ctx, "db">;

const {
  pings,
  pageId,
  version: _version,
  createdAt: _created,
  updatedAt: _updated,
  ...told
} = getTableColumns(heartbeat);

/** Of its two rows; the version is the source's: it moves with what people change, not with each ping. */
const shown = {
  ...told,
  pageId,
  name: source.name,
  mutedUntil: source.mutedUntil,
  dependsOn: source.dependsOn,
  silentSince: source.silentSince,
  version: source.version,
  createdAt: source.createdAt,
  updatedAt: source.updatedAt,
};

const both = (page: string) => and(eq(heartbeat.pageId, page), eq(source.pageId, page), eq(source.family, "heartbeat"));

/** The page's heartbeats by name, without their pings. */
export const heartbeatsOf = ({ db }: Db, page: string) =>
  db
    .select({ ...shown, waitingFor })
    .from(heartbeat)
    .innerJoin(source, eq(source.id, heartbeat.id))
    .where(both(page))
    .orderBy(source.name, source.id);

/** Those whose rules move a component, without their pings. */
export const heartbeatsMoving = ({ db }: Db, page: string, componentId: string) =>
  db
    .select(shown)
    .from(heartbeat)
    .innerJoin(source, eq(source.id, heartbeat.id))
    .where(
      and(
        both(page),
        sql`${heartbeat.id} IN (SELECT r.source_id FROM rule_component c JOIN rule r ON r.id = c.rule_id
          WHERE c.page_id = ${page} AND c.component_id = ${componentId})`,
      ),
    );

/** One with its pings; `tokenSealed` is its uuid. */
export const heartbeatById = ({ db }: Db, page: string, id: string) =>
  db
    .select({ ...shown, pings, tokenSealed: source.tokenSealed })
    .from(heartbeat)
    .innerJoin(source, eq(source.id, heartbeat.id))
    .where(and(both(page), eq(heartbeat.id, id)));

/** Several of a page, with whether each is an agent's own; what is not there is left out. */
export const heartbeatsByIds = ({ db }: Db, page: string, ids: readonly string[]) =>
  db
    .select({
      id: source.id,
      name: source.name,
      version: source.version,
      ofAgent: sql<number>`EXISTS (SELECT 1 FROM agent a WHERE a.page_id = ${page} AND a.id = source.id)`.as(
        "of_agent",
      ),
    })
    .from(source)
    .where(
      and(
        eq(source.pageId, page),
        eq(source.family, "heartbeat"),
        sql`${source.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** How many the page has, and how many of them have this slug and another id. */
export const heartbeatCounts = ({ db }: Db, page: string, slug: string, id = "") =>
  db
    .select({
      all: sql<number>`count(*)`.as("all_of_page"),
      same: sql<number>`coalesce(sum(${heartbeat.slug} = ${slug} AND ${heartbeat.id} <> ${id}), 0)`.as("same_slug"),
    })
    .from(heartbeat)
    .where(eq(heartbeat.pageId, page));

/** How many others of the page have the slug of this one. */
export const sameSlugCount = ({ db }: Db, page: string, id: string) =>
  db
    .select({ same: sql<number>`count(*)`.as("same_slug") })
    .from(heartbeat)
    .where(
      and(
        eq(heartbeat.pageId, page),
        ne(heartbeat.id, id),
        sql`${heartbeat.slug} = (SELECT h.slug FROM heartbeat h WHERE h.id = ${id})`,
      ),
    );

/** Ids of those that a ping by this slug means. */
export const heartbeatsBySlug = ({ db }: Db, page: string, slug: string) =>
  db
    .select({ id: heartbeat.id })
    .from(heartbeat)
    .where(and(eq(heartbeat.pageId, page), eq(heartbeat.slug, slug)))
    .limit(2);

/** What one ping brought along; the slot is its number modulo how many are kept. */
export const bodyOf = ({ db }: Db, heartbeatId: string, number: number) =>
  db
    .select({ body: pingBody.body, truncated: pingBody.truncated })
    .from(pingBody)
    .where(
      and(eq(pingBody.heartbeatId, heartbeatId), eq(pingBody.slot, number % pingsKept), eq(pingBody.number, number)),
    );

/** Guard: the page has room for one more. Two at once are decided one after the other. */
export const roomForOne = (page: string, most: number): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'heartbeat' WHERE (SELECT count(*) FROM heartbeat WHERE page_id = ?1) >= ?2",
  params: [page, most],
});

/** Guard: nothing is pinged by this slug yet, so that two first pings make one heartbeat. */
export const slugIsFree = (page: string, slug: string): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'heartbeat' WHERE EXISTS (SELECT 1 FROM heartbeat WHERE page_id = ?1 AND slug = ?2)",
  params: [page, slug],
});

/** Guard: no ping has resumed it meanwhile, nor is about to. */
export const isStillPaused = (page: string, id: string): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'heartbeat' WHERE NOT EXISTS (SELECT 1 FROM heartbeat
    WHERE page_id = ?1 AND id = ?2 AND state = 'paused' AND pending_from IS NULL)`,
  params: [page, id],
});
