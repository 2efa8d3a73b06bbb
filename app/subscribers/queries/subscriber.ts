import { and, eq, sql } from "drizzle-orm";
import { componentAndGroupIdsSql } from "~/components/queries/component";
import { incidentTable, maintenanceTable, subscriberTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import { quarantineAddressesListStatement } from "~/mailers/queries/quarantine-list";
import type { SubscriberKind } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberState } from "../rules/subscriber";

type Db = Pick<Ctx, "db">;
export type SubscriberRow = typeof subscriberTable.$inferSelect;

/** Returns all subscriptions of one address, on every page of the deployment, by the index of addresses. */
export const subscriptionsOfAddressQuery = ({ db }: Db, address: string) =>
  db.select().from(subscriberTable).where(eq(subscriberTable.address, address)).limit(200);

export const subscriberByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(subscriberTable)
    .where(and(eq(subscriberTable.pageId, pageId), eq(subscriberTable.id, id)));

/** Returns the published incident that a visitor wants to follow. */
export const incidentToFollowQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ id: incidentTable.id, title: incidentTable.title })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id), eq(incidentTable.visibility, "published")));

/** Returns 1 when the page has this incident, or this maintenance, which the API lists among incidents. */
export const eventExistenceQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      isThere: sql<number>`EXISTS (SELECT 1 FROM ${incidentTable} WHERE page_id = ${pageId} AND id = ${id})
      OR EXISTS (SELECT 1 FROM ${maintenanceTable} WHERE page_id = ${pageId} AND id = ${id})`.as("is_there"),
    })
    .from(sql`(SELECT 1)`);

/**
 * Ends all subscriptions of this address on the page and revokes their links. The `+` makes it use the index of
 * addresses; the page's own key would read every subscriber.
 */
export const unsubscribeAddressStatement = (pageId: string, address: string, now: number): SqlStatement => ({
  sql: `UPDATE subscriber SET state = 'unsubscribed', unsubscribed_at = ?3, updated_at = ?3, generation = generation + 1,
      version = version + 1 WHERE address = ?2 AND +page_id = ?1 AND state <> 'unsubscribed'`,
  params: [pageId, address, now],
});

interface BounceMark {
  address: string;
  reason: string;
  /** Subscriptions changed after this time are left unchanged. */
  until: number;
}

/** Quarantines these addresses on every page after a permanent bounce, until a person releases them. */
export const quarantineAddressesStatements = (
  bounced: readonly BounceMark[],
  id: string,
  now: number,
): SqlStatement[] => [
  quarantined(bounced, now),
  quarantineAddressesListStatement(
    bounced.map(({ address }) => address),
    id,
    now,
  ),
];

const quarantined = (bounced: readonly BounceMark[], now: number): SqlStatement => ({
  sql: `UPDATE subscriber SET state = 'quarantined', quarantined_at = ?2, updated_at = ?2, version = version + 1,
      quarantine_reason = j.value->>'$.reason'
    FROM json_each(?1) j WHERE address = j.value->>'$.address' AND state IN ('active', 'pending')
      AND subscriber.updated_at <= j.value->>'$.until'`,
  params: [JSON.stringify(bounced), now],
});

/** Fails the batch when the row has changed since it was read, for example by another confirmation. */
export const guardSubscriberVersionStatement = (pageId: string, id: string, version: number): SqlStatement =>
  guardTableStatement(subscriberTable, { unless: "page_id = ?1 AND id = ?2 AND version = ?3" }, [pageId, id, version]);

/** Fails the batch when the address has subscribed to that page and incident since it was read. */
export const guardNotSubscribedStatement = (
  pageId: string,
  address: string,
  incidentId: string,
  kind = "email",
): SqlStatement =>
  guardTableStatement(subscriberTable, { when: "address = ?2 AND page_id = ?1 AND kind = ?4 AND incident_id = ?3" }, [
    pageId,
    address,
    incidentId,
    kind,
  ]);

/** Returns the page's subscribers among `ids`. */
export const subscribersByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select()
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        sql`${subscriberTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** Counts by kind, state and scope; walks the page's subscribers. */
export const subscriberCountsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      kind: subscriberTable.kind,
      state: subscriberTable.state,
      scope: subscriberTable.scope,
      count: sql<number>`count(*)`.as("count"),
    })
    .from(subscriberTable)
    .where(eq(subscriberTable.pageId, pageId))
    .groupBy(subscriberTable.kind, subscriberTable.state, subscriberTable.scope);

/**
 * Components by their ids, all components of the page, or those that a subject affects, which the statement looks up.
 */
export type AffectedComponentSet =
  | readonly string[]
  | "all"
  | { incident: string }
  | { maintenance: string }
  | { series: string };

function amongComponents(pageId: string, touching: AffectedComponentSet) {
  if (touching === "all") return sql`(SELECT id FROM component WHERE page_id = ${pageId} AND archived_at IS NULL)`;
  if ("incident" in touching)
    return sql`(SELECT component_id FROM incident_component WHERE incident_id = ${touching.incident})`;
  if ("maintenance" in touching)
    return sql`(SELECT component_id FROM maintenance_component WHERE maintenance_id = ${touching.maintenance})`;
  if ("series" in touching)
    return sql`(SELECT c.key FROM maintenance_series s, json_each(s.components) c WHERE s.id = ${touching.series})`;
  return sql`(SELECT value FROM json_each(${JSON.stringify(touching)}))`;
}

/** Returns the number of distinct addresses that a notice about these components (and this incident) reaches now. */
export const notificationReachQuery = (
  { db }: Db,
  pageId: string,
  touching: AffectedComponentSet,
  incidentId: string,
) =>
  db
    .select({
      people: sql<number>`count(DISTINCT ${subscriberTable.address})`.as("people"),
    })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        eq(subscriberTable.state, "active"),
        sql`(${subscriberTable.scope} = 'page' OR (${subscriberTable.scope} = 'incident' AND ${subscriberTable.incidentId} = ${incidentId})
          OR (${subscriberTable.scope} = 'components' AND EXISTS (SELECT 1 FROM json_each(${subscriberTable.componentIds}) c
            WHERE c.value IN ${componentAndGroupIdsSql(amongComponents(pageId, touching))})))`,
      ),
    );

/** Returns the addresses that the page already has, in any state. */
export const subscribedAddressesQuery = ({ db }: Db, pageId: string, addresses: readonly string[]) =>
  db
    .select({ address: subscriberTable.address })
    .from(subscriberTable)
    .where(
      and(
        sql`${subscriberTable.address} IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`,
        eq(subscriberTable.pageId, pageId),
        eq(subscriberTable.incidentId, ""),
      ),
    );

/**
 * Replaces targets by newly encrypted ones, except those changed since they were read. The version stays, because no
 * person changed them.
 */
export const resealSubscriberTargetsStatement = (
  pageId: string,
  targets: readonly { id: string; before: string; sealed: string }[],
): SqlStatement => ({
  sql: `UPDATE subscriber SET target_sealed = j.value ->> 'sealed' FROM json_each(?2) j
    WHERE page_id = ?1 AND id = j.value ->> 'id' AND target_sealed = j.value ->> 'before'`,
  params: [pageId, JSON.stringify(targets)],
});

/** Ends subscriptions whose endpoint is gone, such as a browser that blocked notifications, and revokes their links. */
export const endSubscriptionsStatement = (pageId: string, ids: readonly string[], now: number): SqlStatement => ({
  sql: `UPDATE subscriber SET state = 'unsubscribed', unsubscribed_at = ?3, updated_at = ?3, generation = generation + 1,
      version = version + 1 WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state <> 'unsubscribed'`,
  params: [pageId, JSON.stringify(ids), now],
});

/**
 * Restores the subscriptions that this address ended last, and those that were paused, by the index of addresses.
 * Earlier links stay revoked.
 */
export const restoreSubscriptionsStatement = (
  pageId: string,
  address: string,
  leftAt: number,
  now: number,
): SqlStatement => ({
  sql: `UPDATE subscriber SET state = 'active', unsubscribed_at = NULL, quarantined_at = NULL, quarantine_reason = NULL,
      failures = 0, failing_since = NULL, failing_notice_id = NULL, updated_at = ?4, version = version + 1
    WHERE address = ?2 AND +page_id = ?1 AND (state = 'quarantined' OR (state = 'unsubscribed' AND unsubscribed_at >= ?3))`,
  params: [pageId, address, leftAt, now],
});

interface StateMove {
  from: readonly SubscriberState[];
  to: SubscriberState;
  now: number;
  /** Kind; absent = any. */
  kind?: SubscriberKind | undefined;
}

/**
 * Sets the state of these subscribers of the page (null = all) if it is one of `from`; unsubscribing also revokes the
 * links.
 */
export const setSubscriberStateStatement = (
  pageId: string,
  ids: readonly string[] | null,
  { from, to, now, kind }: StateMove,
): SqlStatement => ({
  sql: `UPDATE subscriber SET state = ?4, updated_at = ?5, version = version + 1,
      generation = generation + (?4 = 'unsubscribed'),
      unsubscribed_at = CASE WHEN ?4 = 'unsubscribed' THEN ?5 ELSE NULL END,
      quarantined_at = NULL, quarantine_reason = NULL, failures = 0, failing_since = NULL, failing_notice_id = NULL
    WHERE page_id = ?1 ${ids ? "AND id IN (SELECT value FROM json_each(?2)) " : ""}AND state IN (SELECT value FROM json_each(?3))
      AND (?6 IS NULL OR kind = ?6)`,
  params: [pageId, ids && JSON.stringify(ids), JSON.stringify(from), to, now, kind ?? null],
});
