import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { withTheirGroups } from "~/components/queries/component";
import { incident, maintenance, subscriber } from "~/db/schema";
import type { Statement } from "~/db/write";
import { listAddresses } from "~/mailers/queries/quarantine-list";
import type { SubscriberKind } from "~/notifications/rules/ways";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberState, SubscriptionScope } from "../rules/subscriber";
import { atEndpoints } from "./endpoints";

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

/** Whether the page has this incident, or this maintenance, which programs find among incidents. */
export const isOnPage = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      found: sql<number>`EXISTS (SELECT 1 FROM ${incident} WHERE page_id = ${pageId} AND id = ${id})
      OR EXISTS (SELECT 1 FROM ${maintenance} WHERE page_id = ${pageId} AND id = ${id})`.as("found"),
    })
    .from(sql`(SELECT 1)`);

/**
 * Everything that this address has on the page ends, and with it every link that was given out. By the index of addresses:
 * the page's own key would be walked whole (hence the +).
 */
export const leaveAll = (pageId: string, address: string, now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'unsubscribed', unsubscribed_at = ?3, updated_at = ?3, generation = generation + 1,
      version = version + 1 WHERE address = ?2 AND +page_id = ?1 AND state <> 'unsubscribed'`,
  params: [pageId, address, now],
});

interface Bounced {
  address: string;
  reason: string;
  /** Who changed something after it is left as they are. */
  until: number;
}

/** What was sent to these addresses came back for good, on whatever page: nothing is sent until a person says otherwise. */
export const quarantineAddresses = (bounced: readonly Bounced[], id: string, now: number): Statement[] => [
  quarantined(bounced, now),
  listAddresses(
    bounced.map(({ address }) => address),
    id,
    now,
  ),
];

const quarantined = (bounced: readonly Bounced[], now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'quarantined', quarantined_at = ?2, updated_at = ?2, version = version + 1,
      quarantine_reason = j.value->>'$.reason'
    FROM json_each(?1) j WHERE address = j.value->>'$.address' AND state IN ('active', 'pending')
      AND subscriber.updated_at <= j.value->>'$.until'`,
  params: [JSON.stringify(bounced), now],
});

/** Breaks the batch when it got another confirmation, or anything else, meanwhile. */
export const stillAtVersion = (pageId: string, id: string, version: number): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'subscriber' WHERE NOT EXISTS (SELECT 1 FROM subscriber
    WHERE page_id = ?1 AND id = ?2 AND version = ?3)`,
  params: [pageId, id, version],
});

/** Breaks the batch when the address has a row for that page and incident by now. */
export const notSubscribed = (pageId: string, address: string, incidentId: string, kind = "email"): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'subscriber' WHERE EXISTS (SELECT 1 FROM subscriber
    WHERE address = ?2 AND page_id = ?1 AND kind = ?4 AND incident_id = ?3)`,
  params: [pageId, address, incidentId, kind],
});

export interface SubscriberFilter {
  /** Beginning of the address; lower case. */
  search?: string | undefined;
  state?: SubscriberState | undefined;
  scope?: SubscriptionScope | undefined;
  kind?: SubscriberKind | undefined;
  incidentId?: string | undefined;
}

/** Those of a way who are active are found by their index; without its name the page would be walked whole. */
function amongWay(pageId: string, { kind, state }: SubscriberFilter, after: string) {
  if (kind === undefined || kind === "email" || state !== "active") return undefined;
  return sql`${subscriber.id} IN (SELECT s.id FROM subscriber s INDEXED BY subscriber_way
    WHERE s.page_id = ${pageId} AND s.kind = ${kind} AND s.id > ${after} AND ${sql.raw(atEndpoints("s"))})`;
}

const matching = ({ state, scope, kind, incidentId }: SubscriberFilter) => [
  kind ? eq(subscriber.kind, kind) : undefined,
  state ? eq(subscriber.state, state) : undefined,
  scope ? eq(subscriber.scope, scope) : undefined,
  incidentId ? eq(subscriber.incidentId, incidentId) : undefined,
];

interface Stretch {
  /** Cursor of the last row shown; "" = from the beginning. */
  after: string;
  skip?: number;
  limit: number;
}

/** By id after a cursor: reads what it answers where nothing is filtered. */
const inOrder = ({ db }: Db, pageId: string, filter: SubscriberFilter, { after, skip = 0, limit }: Stretch) =>
  db
    .select()
    .from(subscriber)
    .where(
      and(
        eq(subscriber.pageId, pageId),
        ...matching(filter),
        gt(subscriber.id, after),
        amongWay(pageId, filter, after),
      ),
    )
    .orderBy(asc(subscriber.id))
    .limit(limit)
    .offset(skip);

/** By address, along its index, where the beginning is given: the page's own key would be walked whole (hence the +). */
const byAddress = ({ db }: Db, pageId: string, filter: SubscriberFilter, { after, skip = 0, limit }: Stretch) => {
  const { search = "" } = filter;
  const [address = "", about = ""] = after.split(" ");
  const { address: column, incidentId } = subscriber;
  return db
    .select()
    .from(subscriber)
    .where(
      and(
        gte(column, address > search ? address : search),
        lt(column, `${search}\u{10ffff}`),
        sql`+${subscriber.pageId} = ${pageId}`,
        sql`(${column} > ${address} OR ${incidentId} > ${about})`,
        ...matching(filter),
      ),
    )
    .orderBy(asc(column), asc(subscriber.pageId), asc(subscriber.kind), asc(incidentId))
    .limit(limit)
    .offset(skip);
};

/** One stretch of the page's subscribers: in the order in which they came, or by address where its beginning is given. */
export const subscribersOf = (db: Db, pageId: string, filter: SubscriberFilter, stretch: Stretch) =>
  filter.search ? byAddress(db, pageId, filter, stretch) : inOrder(db, pageId, filter, stretch);

/** Where a list goes on after this row. */
export const cursorAfter = (row: SubscriberRow, { search }: SubscriberFilter): string =>
  search ? `${row.address} ${row.incidentId}` : row.id;

/** Those of these that the page has. */
export const subscribersById = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select()
    .from(subscriber)
    .where(
      and(
        eq(subscriber.pageId, pageId),
        sql`${subscriber.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

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

/** Components by their ids, all of the page, or those that something touches, which the statement finds itself. */
export type Touching = readonly string[] | "all" | { incident: string } | { maintenance: string } | { series: string };

function amongComponents(pageId: string, touching: Touching) {
  if (touching === "all") return sql`(SELECT id FROM component WHERE page_id = ${pageId} AND archived_at IS NULL)`;
  if ("incident" in touching)
    return sql`(SELECT component_id FROM incident_component WHERE incident_id = ${touching.incident})`;
  if ("maintenance" in touching)
    return sql`(SELECT component_id FROM maintenance_component WHERE maintenance_id = ${touching.maintenance})`;
  if ("series" in touching)
    return sql`(SELECT c.key FROM maintenance_series s, json_each(s.components) c WHERE s.id = ${touching.series})`;
  return sql`(SELECT value FROM json_each(${JSON.stringify(touching)}))`;
}

/** How many people a notice about these components (and this incident) reaches now: addresses, each once. */
export const reachCount = ({ db }: Db, pageId: string, touching: Touching, incidentId: string) =>
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
            WHERE c.value IN ${withTheirGroups(amongComponents(pageId, touching))})))`,
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

/** The same targets, sealed anew; what was changed meanwhile stays as it is. It is nothing that a person sets. */
export const resealTargets = (
  pageId: string,
  targets: readonly { id: string; before: string; sealed: string }[],
): Statement => ({
  sql: `UPDATE subscriber SET target_sealed = j.value ->> 'sealed' FROM json_each(?2) j
    WHERE page_id = ?1 AND id = j.value ->> 'id' AND target_sealed = j.value ->> 'before'`,
  params: [pageId, JSON.stringify(targets)],
});

/** Their endpoints are gone, as a browser that wants no more notifications says: it is over, and every link with it. */
export const endSubscriptions = (pageId: string, ids: readonly string[], now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'unsubscribed', unsubscribed_at = ?3, updated_at = ?3, generation = generation + 1,
      version = version + 1 WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state <> 'unsubscribed'`,
  params: [pageId, JSON.stringify(ids), now],
});

/** What this address left last begins again, and what was paused; the links of before stay dead. By the index of addresses. */
export const returnAddress = (pageId: string, address: string, leftAt: number, now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'active', unsubscribed_at = NULL, quarantined_at = NULL, quarantine_reason = NULL,
      failures = 0, failing_since = NULL, failing_notice_id = NULL, updated_at = ?4, version = version + 1
    WHERE address = ?2 AND +page_id = ?1 AND (state = 'quarantined' OR (state = 'unsubscribed' AND unsubscribed_at >= ?3))`,
  params: [pageId, address, leftAt, now],
});

interface Move {
  from: readonly SubscriberState[];
  to: SubscriberState;
  now: number;
  /** Absent = of whatever kind. */
  kind?: SubscriberKind | undefined;
}

/** Moves these (null = all) of the page to another state, those that are in one of `from`; who left has dead links. */
export const moveSubscribers = (
  pageId: string,
  ids: readonly string[] | null,
  { from, to, now, kind }: Move,
): Statement => ({
  sql: `UPDATE subscriber SET state = ?4, updated_at = ?5, version = version + 1,
      generation = generation + (?4 = 'unsubscribed'),
      unsubscribed_at = CASE WHEN ?4 = 'unsubscribed' THEN ?5 ELSE NULL END,
      quarantined_at = NULL, quarantine_reason = NULL, failures = 0, failing_since = NULL, failing_notice_id = NULL
    WHERE page_id = ?1 ${ids ? "AND id IN (SELECT value FROM json_each(?2)) " : ""}AND state IN (SELECT value FROM json_each(?3))
      AND (?6 IS NULL OR kind = ?6)`,
  params: [pageId, ids && JSON.stringify(ids), JSON.stringify(from), to, now, kind ?? null],
});
