import { and, desc, eq, or, sql } from "drizzle-orm";
import { alertTable, deliveryTable, pageTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { containsWordSql } from "~/search/queries/holds-word";
import { testUserAgent } from "../rules/replay";

type Db = Pick<Ctx, "db">;

/** Our own ids sort by time and below this; ids given by senders sort above it, in the order of an index. */
const beyond = "8";

/** Position in both orders: after this id of ours, and after this id of the senders. Null = at its end. */
export interface DeliveryCursor {
  own: string | null;
  sender: [receivedAt: number, id: string] | null;
}

export interface DeliverySearch {
  outcome?: string;
  /** Text to search for, in lower case. */
  text?: string;
  /** True when bodies are searched as they came, with their secrets. */
  inBodies: boolean;
}

/** Returns the days for which the page keeps deliveries. */
export const deliveryRetentionDaysQuery = ({ db }: Db, pageId: string) =>
  db.select({ days: pageTable.deliveryDays }).from(pageTable).where(eq(pageTable.id, pageId));

export const settledMarkColumn = (pageId: string) => sql<number>`(SELECT done FROM settle WHERE page_id = ${pageId})`;

const ownRange = (sourceId: string, { own }: DeliveryCursor) =>
  sql`source_id = ${sourceId} AND id < ${own ?? beyond} ORDER BY id DESC`;

/** An instant later than any real one. */
const latest = Number.MAX_SAFE_INTEGER;

function senderRange(sourceId: string, { sender }: DeliveryCursor) {
  const [at, id] = sender ?? [latest, ""];
  return sql`source_id = ${sourceId} AND id >= '8' AND (received_at, id) < (${at}, ${id}) ORDER BY received_at DESC, id DESC`;
}

const found = ({ outcome, text, inBodies }: DeliverySearch) =>
  and(
    outcome === undefined ? undefined : eq(deliveryTable.outcome, outcome),
    text === undefined
      ? undefined
      : or(
          ...[sql`delivery.signals`, sql`delivery.reason`, ...(inBodies ? [sql`delivery.body`] : [])].map((each) =>
            containsWordSql(each, text),
          ),
        ),
  );

const range = (sourceId: string, order: keyof DeliveryCursor, from: DeliveryCursor) =>
  order === "own" ? ownRange(sourceId, from) : senderRange(sourceId, from);

/** Returns the matching rows among the next `look` rows of one order, without bodies. */
function listing(
  { db }: Db,
  of: { pageId: string; sourceId: string },
  order: keyof DeliveryCursor,
  ask: DeliverySearchParams,
) {
  const { id, receivedAt, outcome, reason, signals, settleMark, replayOf, replayedAt } = deliveryTable;
  const among = sql`delivery.id IN (SELECT id FROM delivery WHERE ${range(of.sourceId, order, ask.from)} LIMIT ${ask.look})`;
  const columns = { id, receivedAt, outcome, reason, signals, settleMark, replayOf, replayedAt };
  return db
    .select({
      ...columns,
      size: sql<number>`octet_length(delivery.body)`.as("size"),
      done: settledMarkColumn(of.pageId).as("done"),
    })
    .from(deliveryTable)
    .where(and(eq(deliveryTable.sourceId, of.sourceId), eq(deliveryTable.pageId, of.pageId), among, found(ask.search)))
    .orderBy(sql`${order === "own" ? sql`delivery.id` : sql`delivery.received_at`} DESC, delivery.id DESC`)
    .limit(ask.limit);
}

/** Returns the last row that was searched; none when the order ends before. */
const lookedTo = ({ db }: Db, sourceId: string, order: keyof DeliveryCursor, { from, look }: DeliverySearchParams) =>
  db
    .select({ id: sql<string>`id`.as("id"), receivedAt: sql<number>`received_at`.as("received_at") })
    .from(sql`(SELECT id, received_at FROM delivery WHERE ${range(sourceId, order, from)} LIMIT 1 OFFSET ${look - 1})`);

export interface DeliverySearchParams {
  search: DeliverySearch;
  from: DeliveryCursor;
  /** Rows of each order that are searched, and the number of rows wanted. */
  look: number;
  limit: number;
}

/** Returns four statements: the matches in both orders, and how far each was searched. */
export const deliverySearchQueries = (ctx: Db, of: { pageId: string; sourceId: string }, ask: DeliverySearchParams) =>
  [
    listing(ctx, of, "own", ask),
    listing(ctx, of, "sender", ask),
    lookedTo(ctx, of.sourceId, "own", ask),
    lookedTo(ctx, of.sourceId, "sender", ask),
  ] as const;

export const sourceDeliveryByIdQuery = ({ db }: Db, pageId: string, sourceId: string, id: string) =>
  db
    .select({ row: deliveryTable, done: settledMarkColumn(pageId).as("done") })
    .from(deliveryTable)
    .where(and(eq(deliveryTable.sourceId, sourceId), eq(deliveryTable.id, id), eq(deliveryTable.pageId, pageId)));

/** Returns some of a source's deliveries with all columns. */
export const sourceDeliveriesByIdsQuery = ({ db }: Db, pageId: string, sourceId: string, ids: readonly string[]) =>
  db
    .select()
    .from(deliveryTable)
    .where(
      sql`source_id = ${sourceId} AND page_id = ${pageId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );

/** Returns a source's newest deliveries with their bodies, to try how they would be read. */
export const newestDeliveriesOfSourceQuery = ({ db }: Db, pageId: string, sourceId: string, limit: number) =>
  db
    .select()
    .from(deliveryTable)
    .where(
      sql`source_id = ${sourceId} AND page_id = ${pageId} AND (
        id IN (SELECT id FROM delivery WHERE source_id = ${sourceId} AND id < '8' ORDER BY id DESC LIMIT ${limit})
        OR id IN (SELECT id FROM delivery WHERE source_id = ${sourceId} AND id >= '8' ORDER BY received_at DESC LIMIT ${limit}))`,
    );

/** Returns the last two deliveries that the tool itself sent, of each order. */
export function newestSenderDeliveriesQuery({ db }: Db, pageId: string, sourceId: string) {
  const sent = sql`replay_of IS NULL AND coalesce(headers->>'$."user-agent"', '') <> ${testUserAgent}`;
  const newest = sql`(SELECT * FROM (SELECT id, received_at, outcome FROM delivery WHERE source_id = ${sourceId} AND page_id = ${pageId} AND id < '8' AND ${sent} ORDER BY id DESC LIMIT 2)
    UNION ALL SELECT * FROM (SELECT id, received_at, outcome FROM delivery WHERE source_id = ${sourceId} AND page_id = ${pageId} AND id >= '8' AND ${sent} ORDER BY received_at DESC LIMIT 2))`;
  return db
    .select({
      id: sql<string>`id`.as("id"),
      receivedAt: sql<number>`received_at`.as("received_at"),
      outcome: sql<string>`outcome`.as("outcome"),
    })
    .from(newest);
}

/** Returns the alert of a source that started to fire last. */
export const newestFiringAlertIdQuery = ({ db }: Db, pageId: string, sourceId: string) =>
  db
    .select({ id: alertTable.id })
    .from(alertTable)
    .where(and(eq(alertTable.pageId, pageId), eq(alertTable.sourceId, sourceId), sql`${alertTable.state} = 'firing'`))
    .orderBy(desc(alertTable.startedAt))
    .limit(1);

export const markDeliveriesReplayedStatement = (
  sourceId: string,
  pageId: string,
  ids: readonly string[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE delivery SET replayed_at = ?4 WHERE source_id = ?1 AND page_id = ?2
    AND id IN (SELECT value FROM json_each(?3))`,
  params: [sourceId, pageId, JSON.stringify(ids), now],
});
