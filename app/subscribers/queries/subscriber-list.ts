import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { subscriberTable } from "~/db/schema";
import type { SubscriberKind } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import type { SubscriberState, SubscriptionScope } from "../rules/subscriber";
import { isActiveEndpointSql } from "./endpoints";
import type { SubscriberRow } from "./subscriber";

type Db = Pick<Ctx, "db">;

export interface SubscriberFilter {
  /** Start of the address, in lower case. */
  search?: string | undefined;
  state?: SubscriberState | undefined;
  scope?: SubscriptionScope | undefined;
  kind?: SubscriberKind | undefined;
  incidentId?: string | undefined;
}

/**
 * Condition that uses the index of active subscribers of a way; without naming it the page would be walked completely.
 */
function amongWay(pageId: string, { kind, state }: SubscriberFilter, after: SQL) {
  if (kind === undefined || kind === "email" || state !== "active") return undefined;
  return sql`${subscriberTable.id} IN (SELECT s.id FROM subscriber s INDEXED BY subscriber_way
    WHERE s.page_id = ${pageId} AND s.kind = ${kind} AND ${after} AND ${sql.raw(isActiveEndpointSql("s"))})`;
}

const matching = ({ state, scope, kind, incidentId }: SubscriberFilter) => [
  kind ? eq(subscriberTable.kind, kind) : undefined,
  state ? eq(subscriberTable.state, state) : undefined,
  scope ? eq(subscriberTable.scope, scope) : undefined,
  incidentId ? eq(subscriberTable.incidentId, incidentId) : undefined,
];

interface RowWindow {
  /** Cursor of the last row shown; "" = from the start. */
  after: string;
  skip?: number;
  limit: number;
  /** True for the newest first; a search is sorted by address. */
  newestFirst?: boolean | undefined;
}

/** Reads in the order of ids, after a cursor; without a filter it reads only the rows that it returns. */
function inOrder(
  { db }: Db,
  pageId: string,
  filter: SubscriberFilter,
  { after, skip = 0, limit, ...order }: RowWindow,
) {
  const descending = order.newestFirst ?? false;
  const isFirst = after === "";
  const place = descending ? lt(subscriberTable.id, after) : gt(subscriberTable.id, after);
  const placeInWay = isFirst ? sql`true` : descending ? sql`s.id < ${after}` : sql`s.id > ${after}`;
  return db
    .select()
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        ...matching(filter),
        isFirst ? undefined : place,
        amongWay(pageId, filter, placeInWay),
      ),
    )
    .orderBy(descending ? desc(subscriberTable.id) : asc(subscriberTable.id))
    .limit(limit)
    .offset(skip);
}

/**
 * Reads along the index of addresses, when the start of an address is given: the page's own key would be walked
 * completely (hence the +).
 */
const byAddress = ({ db }: Db, pageId: string, filter: SubscriberFilter, { after, skip = 0, limit }: RowWindow) => {
  const { search = "" } = filter;
  const [address = "", about = ""] = after.split(" ");
  const { address: column, incidentId } = subscriberTable;
  return db
    .select()
    .from(subscriberTable)
    .where(
      and(
        gte(column, address > search ? address : search),
        lt(column, `${search}\u{10ffff}`),
        sql`+${subscriberTable.pageId} = ${pageId}`,
        sql`(${column} > ${address} OR ${incidentId} > ${about})`,
        ...matching(filter),
      ),
    )
    .orderBy(asc(column), asc(subscriberTable.pageId), asc(subscriberTable.kind), asc(incidentId))
    .limit(limit)
    .offset(skip);
};

/** Returns one part of the page's subscribers, in the order of their creation or by a search for an address. */
export const filteredSubscribersQuery = (db: Db, pageId: string, filter: SubscriberFilter, window: RowWindow) =>
  filter.search ? byAddress(db, pageId, filter, window) : inOrder(db, pageId, filter, window);

/** Returns the cursor of the list after this row. */
export const subscriberCursorAfter = (row: SubscriberRow, { search }: SubscriberFilter): string =>
  search ? `${row.address} ${row.incidentId}` : row.id;
