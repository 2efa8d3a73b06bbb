import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import type { SubscriberState } from "../../rules/subscriber";
import { incident, subscriber } from "../schema";
import type { Statement } from "../write";

type Db = Pick<Ctx, "db">;
export type SubscriberRow = typeof subscriber.$inferSelect;

/** All that one address asked for, on every page of the deployment. By the index of addresses. */
export const subscriptionsOfAddress = ({ db }: Db, address: string) =>
  db.select().from(subscriber).where(eq(subscriber.address, address)).limit(200);

export const subscriberById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(subscriber)
    .where(and(eq(subscriber.pageId, pageId), eq(subscriber.id, id)));

/** The published incident that somebody wants to follow. */
export const incidentToFollow = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ id: incident.id, title: incident.title })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id), eq(incident.visibility, "published")));

/** Everything that this address has on the page ends, and with it every link that was given out. */
export const leaveAll = (pageId: string, address: string, now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'unsubscribed', unsubscribed_at = ?3, updated_at = ?3, generation = generation + 1,
      version = version + 1 WHERE address = ?2 AND page_id = ?1 AND state <> 'unsubscribed'`,
  params: [pageId, address, now],
});

/** Breaks the batch when it got another confirmation, or anything else, meanwhile. */
export const stillAtVersion = (pageId: string, id: string, version: number): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'subscriber' WHERE NOT EXISTS (SELECT 1 FROM subscriber
    WHERE page_id = ?1 AND id = ?2 AND version = ?3)`,
  params: [pageId, id, version],
});

export interface SubscriberFilter {
  /** Beginning of the address; lower case. */
  search?: string | undefined;
  state?: SubscriberState | undefined;
  scope?: string | undefined;
  incidentId?: string | undefined;
}

const matching = (pageId: string, { search, state, scope, incidentId }: SubscriberFilter) => [
  eq(subscriber.pageId, pageId),
  search ? and(gte(subscriber.address, search), lt(subscriber.address, `${search}\u{10ffff}`)) : undefined,
  state ? eq(subscriber.state, state) : undefined,
  scope ? eq(subscriber.scope, scope) : undefined,
  incidentId ? eq(subscriber.incidentId, incidentId) : undefined,
];

/** By id after a cursor: reads what it answers where nothing is filtered, by address where its beginning is given. */
export const subscribersOf = ({ db }: Db, pageId: string, filter: SubscriberFilter, after: string, limit: number) =>
  db
    .select()
    .from(subscriber)
    .where(and(...matching(pageId, filter), gt(subscriber.id, after)))
    .orderBy(asc(subscriber.id))
    .limit(limit);

/** How many by kind, state and scope; walks the page's subscribers. */
export const subscriberCounts = ({ db }: Db, pageId: string) =>
  db
    .select({
      kind: subscriber.kind,
      state: subscriber.state,
      scope: subscriber.scope,
      count: sql<number>`count(*)`.as("count"),
    })
    .from(subscriber)
    .where(eq(subscriber.pageId, pageId))
    .groupBy(subscriber.kind, subscriber.state, subscriber.scope);

/** How many people a notice about these components (and this incident) reaches now: addresses, each once. */
export const reachCount = ({ db }: Db, pageId: string, componentIds: readonly string[], incidentId: string) =>
  db
    .select({
      people: sql<number>`count(DISTINCT ${subscriber.address})`.as("people"),
    })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.pageId, pageId),
        eq(subscriber.state, "active"),
        sql`(${subscriber.scope} = 'page' OR (${subscriber.scope} = 'incident' AND ${subscriber.incidentId} = ${incidentId})
          OR (${subscriber.scope} = 'components' AND EXISTS (SELECT 1 FROM json_each(${subscriber.componentIds}) c
            WHERE c.value IN (SELECT value FROM json_each(${JSON.stringify(componentIds)})))))`,
      ),
    );

/** Those of these addresses that the page knows already, whatever their state. */
export const knownAddresses = ({ db }: Db, pageId: string, addresses: readonly string[]) =>
  db
    .select({ address: subscriber.address })
    .from(subscriber)
    .where(
      and(
        sql`${subscriber.address} IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`,
        eq(subscriber.pageId, pageId),
        eq(subscriber.incidentId, ""),
      ),
    );

/** Moves subscribers of the page to another state, those that are in one of `from`; links of who left are revoked. */
export const moveSubscribers = (
  pageId: string,
  ids: readonly string[],
  { from, to, now }: { from: readonly SubscriberState[]; to: SubscriberState; now: number },
): Statement => ({
  sql: `UPDATE subscriber SET state = ?4, updated_at = ?5, version = version + 1,
      generation = generation + (?4 = 'unsubscribed'),
      unsubscribed_at = CASE WHEN ?4 = 'unsubscribed' THEN ?5 ELSE NULL END,
      quarantined_at = NULL, quarantine_reason = NULL, failures = 0, failing_since = NULL, failing_notice_id = NULL
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state IN (SELECT value FROM json_each(?3))`,
  params: [pageId, JSON.stringify(ids), JSON.stringify(from), to, now],
});
