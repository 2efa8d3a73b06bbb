import { and, asc, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type ChannelAttempt, channel, channelDelivery, channelThread, notice } from "~/db/schema";
import type { Statement } from "~/db/write";
import { longestWish } from "~/net/retry";
import { teamNotices } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** As `stillAsked` of net/retry has it. */
const isAskedWait = (column: string, now: string) => `${column} > ${now} AND ${column} <= ${now} + ${longestWish}`;

export type ChannelRow = typeof channel.$inferSelect;
export type ChannelDeliveryRow = typeof channelDelivery.$inferSelect;

/** The page's channels by name, each with its newest delivery. */
export const channelsOf = ({ db }: Db, pageId: string) => {
  const last = (column: string) =>
    sql.raw(
      `(SELECT d.${column} FROM channel_delivery d WHERE d.channel_id = channel.id ORDER BY d.notice_id DESC LIMIT 1)`,
    );
  return db
    .select({
      row: channel,
      lastState: sql<string | null>`${last("state")}`.as("last_state"),
      lastAt: sql<number | null>`${last("created_at")}`.as("last_at"),
    })
    .from(channel)
    .where(eq(channel.pageId, pageId))
    .orderBy(asc(channel.name), asc(channel.id));
};

export const channelById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(channel)
    .where(and(eq(channel.pageId, pageId), eq(channel.id, id)));

const hearing = ({ db }: Db, pageId: string, which: SQL) =>
  db
    .select({
      id: channel.id,
      name: channel.name,
      kind: channel.kind,
      minimumSeverity: channel.minimumSeverity,
      componentIds: channel.componentIds,
      quietFrom: channel.quietFrom,
      quietUntil: channel.quietUntil,
      timeZone: sql<string>`(SELECT p.time_zone FROM page p WHERE p.id = ${channel.pageId})`.as("zone"),
    })
    .from(channel)
    .where(and(eq(channel.pageId, pageId), isNull(channel.disabledAt), which));

/** Those of the page that want one of these kinds of notices and are not paused. */
export const channelsThatWant = (db: Db, pageId: string, kinds: readonly string[]) =>
  hearing(
    db,
    pageId,
    sql`EXISTS (SELECT 1 FROM json_each(${channel.events}) e WHERE e.value IN (SELECT value FROM json_each(${JSON.stringify(kinds)})))`,
  );

const deliveredOf = (kinds: readonly string[], subjectId: string) =>
  sql`SELECT 1 FROM notice n CROSS JOIN channel_delivery d ON d.channel_id = ${channel.id} AND d.notice_id = n.id
    WHERE n.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND n.subject_id = ${subjectId}`;

/**
 * Those that have been told of a subject, or may have been (what was begun and never marked), and not yet of its end by one
 * of these kinds. Reads the notices of the subject by their index, and a delivery of each and every channel.
 */
export const channelsToldOf = (db: Db, pageId: string, subjectId: string, ends: readonly string[] = []) =>
  hearing(
    db,
    pageId,
    sql`EXISTS (${deliveredOf(teamNotices, subjectId)}
        AND (d.state = 'sent' OR json_array_length(d.attempts) > 0 OR d.lease_until > 0))
      AND NOT EXISTS (${deliveredOf(ends, subjectId)} AND d.state IN ('due', 'sent'))`,
  );

/** Of these the ones that are not paused. */
export const channelsNamed = (db: Db, pageId: string, ids: readonly string[]) =>
  hearing(db, pageId, sql`${channel.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Its deliveries, newest first; `before` = the notice of the last one shown. Reads what it answers. */
export const channelDeliveriesOf = (
  { db }: Db,
  pageId: string,
  channelId: string,
  before: string | null,
  limit: number,
) =>
  db
    .select({ row: channelDelivery, kind: notice.kind })
    .from(channelDelivery)
    .leftJoin(notice, eq(notice.id, channelDelivery.noticeId))
    .where(
      and(
        eq(channelDelivery.channelId, channelId),
        eq(channelDelivery.pageId, pageId),
        before === null ? undefined : lt(channelDelivery.noticeId, before),
      ),
    )
    .orderBy(desc(channelDelivery.noticeId))
    .limit(limit);

export const oneDelivery = ({ db }: Db, pageId: string, channelId: string, noticeId: string) =>
  db
    .select()
    .from(channelDelivery)
    .where(
      and(
        eq(channelDelivery.channelId, channelId),
        eq(channelDelivery.noticeId, noticeId),
        eq(channelDelivery.pageId, pageId),
      ),
    );

/** What the deliveries at hand need, in one look: their channels and notices. */
export const channelsByIds = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(channel)
    .where(sql`${channel.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** The channels that anything waits for, found by leaping from one to the next in the index; ends with a null. */
const lines = `line(channel_id) AS (
  SELECT (SELECT min(d.channel_id) FROM channel_delivery d INDEXED BY channel_delivery_waiting WHERE d.due_at IS NOT NULL)
  UNION ALL SELECT (SELECT min(d.channel_id) FROM channel_delivery d INDEXED BY channel_delivery_waiting
      WHERE d.due_at IS NOT NULL AND d.channel_id > l.channel_id) FROM line l WHERE l.channel_id IS NOT NULL)`;

/** Its other end asked to be left alone (net/retry): nothing of it is called, by whatever message. */
const askedToWait = (channelId: string, now: string) =>
  `EXISTS (SELECT 1 FROM channel c WHERE c.id = ${channelId} AND ${isAskedWait("c.retry_at", now)})`;

/** Whether channels have something due; reads what there are channels. `now` is a whole number. */
export const deliveriesDue = (now: number): string => `EXISTS (WITH RECURSIVE ${lines} SELECT 1 FROM line l
  WHERE l.channel_id IS NOT NULL AND EXISTS (SELECT 1 FROM channel_delivery d INDEXED BY channel_delivery_waiting
    WHERE d.due_at IS NOT NULL AND d.channel_id = l.channel_id AND d.due_at <= ${Math.floor(now)})
    AND NOT ${askedToWait("l.channel_id", String(Math.floor(now)))})`;

/**
 * Claims due deliveries: one of each page before any page has a second, so that many channels of one delay no other's,
 * and of a page one of each channel before any channel has a second. A channel of which another sender has something in
 * hand waits, so that a thread is told in order; so does one that asked to. Asked again with its token it answers the same ones.
 */
export const claimDeliveries = (token: string, now: number, until: number, limit: number): Statement => ({
  sql: `UPDATE channel_delivery SET lease_token = ?1, lease_until = ?3 WHERE (channel_id, notice_id) IN (
      WITH RECURSIVE ${lines},
      first AS (SELECT l.channel_id, (SELECT CASE WHEN lease_until <= ?2 OR lease_token = ?1 THEN json_array(page_id, due_at) END
          FROM channel_delivery d INDEXED BY channel_delivery_waiting
          WHERE d.due_at IS NOT NULL AND d.channel_id = l.channel_id AND d.due_at <= ?2
          ORDER BY d.due_at LIMIT 1) AS found FROM line l),
      of_page AS (SELECT json_group_array(channel_id ORDER BY found ->> 1) AS channels, count(*) AS many
        FROM first WHERE found IS NOT NULL AND NOT ${askedToWait("channel_id", "?2")} GROUP BY found ->> 0)
      SELECT c.value, j.value ->> 0 FROM of_page p CROSS JOIN json_each(p.channels) c CROSS JOIN json_each((
        SELECT CASE WHEN max(lease_until > ?2 AND lease_token <> ?1) = 0 THEN json_group_array(json_array(notice_id, due_at)) END
          FROM (SELECT d.notice_id, d.due_at, d.lease_until, d.lease_token
          FROM channel_delivery d INDEXED BY channel_delivery_waiting
          WHERE d.due_at IS NOT NULL AND d.channel_id = c.value AND d.due_at <= ?2
          ORDER BY d.due_at LIMIT ?4))) j
      ORDER BY c.key + j.key * p.many, j.value ->> 1 LIMIT ?4)
    RETURNING channel_id AS channelId, notice_id AS noticeId, page_id AS pageId, attempt, attempts, calls_done AS callsDone,
      due_at AS dueAt, created_at AS createdAt`,
  params: [token, now, until, limit],
});

type DeliveryState = ChannelDeliveryRow["state"];

export interface DeliveryResult {
  channelId: string;
  noticeId: string;
  state: DeliveryState;
  attempt: number;
  attempts: ChannelAttempt[];
  callsDone: number;
  dueAt: number | null;
  doneAt: number | null;
}

/** What became of the claimed ones, all in one statement; none that is another's by now. */
export const finishDeliveries = (token: string, results: readonly DeliveryResult[]): Statement => ({
  sql: `UPDATE channel_delivery SET state = j.value->>'$.state', attempt = j.value->>'$.attempt',
      attempts = j.value->>'$.attempts', calls_done = j.value->>'$.callsDone', due_at = j.value->>'$.dueAt', done_at = j.value->>'$.doneAt', lease_until = 0
    FROM json_each(?2) j WHERE channel_delivery.channel_id = j.value->>'$.channelId'
      AND channel_delivery.notice_id = j.value->>'$.noticeId' AND channel_delivery.lease_token = ?1`,
  params: [token, JSON.stringify(results)],
});

/** Its other end asked to be called no sooner, UTC ms. */
export const leaveAlone = (channelId: string, until: number): Statement => ({
  sql: "UPDATE channel SET retry_at = ?2 WHERE id = ?1",
  params: [channelId, until],
});

/** Its other end is gone: off, with the reason, until a person says otherwise. */
export const switchOff = (gone: readonly { id: string; reason: string }[], now: number): Statement => ({
  sql: `UPDATE channel SET disabled_at = ?2, disabled_reason = j.value->>'$.reason', version = version + 1, updated_at = ?2
    FROM json_each(?1) j WHERE channel.id = j.value->>'$.id' AND channel.disabled_at IS NULL`,
  params: [JSON.stringify(gone), now],
});

/** One more try at once, with all its waits before it; of one that had arrived, all of its calls. */
export const reviveDelivery = (channelId: string, noticeId: string, now: number): Statement => ({
  sql: `UPDATE channel_delivery SET calls_done = iif(state = 'sent', 0, calls_done), state = 'due', attempt = 0, due_at = ?3, done_at = NULL
    WHERE channel_id = ?1 AND notice_id = ?2 AND (state <> 'due' OR lease_until <= ?3)`,
  params: [channelId, noticeId, now],
});

/** What the channels keep of the subjects of these deliveries. */
export const threadsOf = ({ db }: Db, deliveries: readonly { channelId: string; noticeId: string }[]) => {
  const pairs = JSON.stringify(deliveries.map(({ channelId, noticeId }) => [channelId, noticeId]));
  return db
    .select({ channelId: channelThread.channelId, subjectId: channelThread.subjectId, state: channelThread.state })
    .from(channelThread)
    .where(
      sql`(${channelThread.channelId}, ${channelThread.subjectId}) IN (SELECT j.value ->> 0, n.subject_id
        FROM json_each(${pairs}) j JOIN notice n ON n.id = j.value ->> 1)`,
    );
};

export interface KeptThread {
  channelId: string;
  subjectId: string;
  pageId: string;
  state: string | null;
}

/** What is known of the thread from now on; null = it is forgotten. */
export const keepThread = ({ channelId, subjectId, pageId, state }: KeptThread, now: number): Statement =>
  state === null
    ? {
        sql: "DELETE FROM channel_thread WHERE channel_id = ?1 AND subject_id = ?2",
        params: [channelId, subjectId],
      }
    : {
        sql: `INSERT INTO channel_thread (channel_id, subject_id, page_id, state, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
          ON CONFLICT (channel_id, subject_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at`,
        params: [channelId, subjectId, pageId, state, now],
      };

export const forgetChannel = (pageId: string, channelId: string): Statement[] =>
  ["channel_delivery", "channel_thread"].map((table) => ({
    sql: `DELETE FROM ${table} WHERE channel_id = ?2 AND page_id = ?1`,
    params: [pageId, channelId],
  }));
