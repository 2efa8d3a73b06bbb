import { and, asc, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type ChannelAttempt, channelDeliveryTable, channelTable, channelThreadTable, noticeTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { maxRetryAfterMs } from "~/net/retry";
import { presentStateNoticeKind } from "~/notifications/rules/missed-events";
import { type NoticeKind, teamNoticeKinds } from "~/notifications/rules/notice";
import { noticeAboutColumn } from "~/outbox/queries/outbox";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** The same condition as `pendingRetryAt` of net/retry. */
const isAskedWait = (column: string, now: string) => `${column} > ${now} AND ${column} <= ${now} + ${maxRetryAfterMs}`;

export type ChannelRow = typeof channelTable.$inferSelect;
export type ChannelDeliveryRow = typeof channelDeliveryTable.$inferSelect;

/** The page's channels by name, each with its newest delivery. */
export const channelsOfPageQuery = ({ db }: Db, pageId: string) => {
  const last = (column: string) =>
    sql.raw(
      `(SELECT d.${column} FROM channel_delivery d WHERE d.channel_id = channel.id ORDER BY d.notice_id DESC LIMIT 1)`,
    );
  return db
    .select({
      row: channelTable,
      lastState: sql<string | null>`${last("state")}`.as("last_state"),
      lastAt: sql<number | null>`${last("created_at")}`.as("last_at"),
      lastTries: sql<number | null>`json_array_length(${last("attempts")})`.as("last_tries"),
      lastDueAt: sql<number | null>`${last("due_at")}`.as("last_due_at"),
    })
    .from(channelTable)
    .where(eq(channelTable.pageId, pageId))
    .orderBy(asc(channelTable.name), asc(channelTable.id));
};

export const channelByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(channelTable)
    .where(and(eq(channelTable.pageId, pageId), eq(channelTable.id, id)));

const hearing = ({ db }: Db, pageId: string, which: SQL) =>
  db
    .select({
      id: channelTable.id,
      name: channelTable.name,
      kind: channelTable.kind,
      minimumSeverity: channelTable.minimumSeverity,
      componentIds: channelTable.componentIds,
      quietFrom: channelTable.quietFrom,
      quietUntil: channelTable.quietUntil,
      timeZone: sql<string>`(SELECT p.time_zone FROM page p WHERE p.id = ${channelTable.pageId})`.as("zone"),
    })
    .from(channelTable)
    .where(and(eq(channelTable.pageId, pageId), isNull(channelTable.disabledAt), which));

/** Channels of the page that want one of these kinds of notices and are not paused. */
export const channelsWantingNoticeKindsQuery = (db: Db, pageId: string, kinds: readonly string[]) =>
  hearing(
    db,
    pageId,
    sql`EXISTS (SELECT 1 FROM json_each(${channelTable.events}) e WHERE e.value IN (SELECT value FROM json_each(${JSON.stringify(kinds)})))`,
  );

const deliveredOf = (kinds: readonly string[], subjectId: string) =>
  sql`SELECT 1 FROM notice n CROSS JOIN channel_delivery d ON d.channel_id = ${channelTable.id} AND d.notice_id = n.id
    WHERE n.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND n.subject_id = ${subjectId}`;

/**
 * Channels that were notified of a subject, or may have been (started and never marked), and not yet of its end by one
 * of these kinds. Reads the subject's notices by their index, and each channel's delivery of each.
 */
export const channelsNotifiedOfSubjectQuery = (
  db: Db,
  pageId: string,
  subjectId: string,
  ends: readonly string[] = [],
) =>
  hearing(
    db,
    pageId,
    sql`EXISTS (${deliveredOf(teamNoticeKinds, subjectId)}
        AND (d.state = 'sent' OR json_array_length(d.attempts) > 0 OR d.lease_until > 0))
      AND NOT EXISTS (${deliveredOf(ends, subjectId)} AND d.state IN ('due', 'sent'))`,
  );

/** Channels among `ids` that are not paused. */
export const activeChannelsByIdsQuery = (db: Db, pageId: string, ids: readonly string[]) =>
  hearing(db, pageId, sql`${channelTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** True for the message about what fired when a channel was new, for which nobody's escalation is due. */
const isPresentState = sql`notice.kind = ${presentStateNoticeKind} AND notice.subject_id = notice.page_id`;

/**
 * A channel's deliveries, newest first; `before` = the notice of the last one shown. Reads only the rows that it
 * returns.
 */
export const deliveriesOfChannelQuery = (
  { db }: Db,
  pageId: string,
  channelId: string,
  before: string | null,
  limit: number,
) =>
  db
    .select({
      row: channelDeliveryTable,
      kind: sql<NoticeKind | null>`CASE WHEN ${isPresentState} THEN 'alert_fired' ELSE notice.kind END`.as("kind"),
      about: noticeAboutColumn.as("about"),
    })
    .from(channelDeliveryTable)
    .leftJoin(noticeTable, eq(noticeTable.id, channelDeliveryTable.noticeId))
    .where(
      and(
        eq(channelDeliveryTable.channelId, channelId),
        eq(channelDeliveryTable.pageId, pageId),
        before === null ? undefined : lt(channelDeliveryTable.noticeId, before),
      ),
    )
    .orderBy(desc(channelDeliveryTable.noticeId))
    .limit(limit);

export const channelDeliveryOfNoticeQuery = ({ db }: Db, pageId: string, channelId: string, noticeId: string) =>
  db
    .select()
    .from(channelDeliveryTable)
    .where(
      and(
        eq(channelDeliveryTable.channelId, channelId),
        eq(channelDeliveryTable.noticeId, noticeId),
        eq(channelDeliveryTable.pageId, pageId),
      ),
    );

/** Channels of the claimed deliveries. */
export const channelsByIdsQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(channelTable)
    .where(sql`${channelTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Channels with waiting deliveries, found by leaping through the index; the last row is null. */
const lines = `line(channel_id) AS (
  SELECT (SELECT min(d.channel_id) FROM channel_delivery d INDEXED BY channel_delivery_waiting WHERE d.due_at IS NOT NULL)
  UNION ALL SELECT (SELECT min(d.channel_id) FROM channel_delivery d INDEXED BY channel_delivery_waiting
      WHERE d.due_at IS NOT NULL AND d.channel_id > l.channel_id) FROM line l WHERE l.channel_id IS NOT NULL)`;

/** True when the receiver asked to be left alone (net/retry): the channel is not called for any message. */
const askedToWait = (channelId: string, now: string) =>
  `EXISTS (SELECT 1 FROM channel c WHERE c.id = ${channelId} AND ${isAskedWait("c.retry_at", now)})`;

/** True when channels have something due; reads one row per channel. `now` is SQL for an instant. */
export const channelDeliveriesDueSql = (now: string): string => `EXISTS (WITH RECURSIVE ${lines} SELECT 1 FROM line l
  WHERE l.channel_id IS NOT NULL AND EXISTS (SELECT 1 FROM channel_delivery d INDEXED BY channel_delivery_waiting
    WHERE d.due_at IS NOT NULL AND d.channel_id = l.channel_id AND d.due_at <= ${now})
    AND NOT ${askedToWait("l.channel_id", now)})`;

/**
 * Claims due deliveries, taking turns between pages and, within a page, between channels. A channel with deliveries in
 * another sender's hands waits, so that threads stay in order; so does one that asked to be left alone. A repeat with
 * the same token returns the same ones.
 */
export const claimDeliveriesStatement = (token: string, now: number, until: number, limit: number): SqlStatement => ({
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

export interface ChannelDeliveryResult {
  channelId: string;
  noticeId: string;
  state: DeliveryState;
  attempt: number;
  attempts: ChannelAttempt[];
  callsDone: number;
  dueAt: number | null;
  doneAt: number | null;
}

/** Writes the results of claimed deliveries in one statement; skips those that another sender has claimed since. */
export const finishDeliveriesStatement = (token: string, results: readonly ChannelDeliveryResult[]): SqlStatement => ({
  sql: `UPDATE channel_delivery SET state = j.value->>'$.state', attempt = j.value->>'$.attempt',
      attempts = j.value->>'$.attempts', calls_done = j.value->>'$.callsDone', due_at = j.value->>'$.dueAt', done_at = j.value->>'$.doneAt', lease_until = 0
    FROM json_each(?2) j WHERE channel_delivery.channel_id = j.value->>'$.channelId'
      AND channel_delivery.notice_id = j.value->>'$.noticeId' AND channel_delivery.lease_token = ?1`,
  params: [token, JSON.stringify(results)],
});

/** Stores the earliest next call for which the receiver asked, UTC ms. */
export const delayChannelStatement = (channelId: string, until: number): SqlStatement => ({
  sql: "UPDATE channel SET retry_at = ?2 WHERE id = ?1",
  params: [channelId, until],
});

/** Switches off channels whose receiver is gone, with the reason, until a person switches them on again. */
export const disableChannelsStatement = (
  gone: readonly { id: string; reason: string }[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE channel SET disabled_at = ?2, disabled_reason = j.value->>'$.reason', version = version + 1, updated_at = ?2
    FROM json_each(?1) j WHERE channel.id = j.value->>'$.id' AND channel.disabled_at IS NULL`,
  params: [JSON.stringify(gone), now],
});

/** Makes a delivery due at once with all its retries; one that had arrived repeats all of its calls. */
export const reviveDeliveryStatement = (channelId: string, noticeId: string, now: number): SqlStatement => ({
  sql: `UPDATE channel_delivery SET calls_done = iif(state = 'sent', 0, calls_done), state = 'due', attempt = 0, due_at = ?3, done_at = NULL
    WHERE channel_id = ?1 AND notice_id = ?2 AND (state <> 'due' OR lease_until <= ?3)`,
  params: [channelId, noticeId, now],
});

/** Thread states of the channels for the subjects of these deliveries. */
export const channelThreadsOfDeliveriesQuery = (
  { db }: Db,
  deliveries: readonly { channelId: string; noticeId: string }[],
) => {
  const pairs = JSON.stringify(deliveries.map(({ channelId, noticeId }) => [channelId, noticeId]));
  return db
    .select({
      channelId: channelThreadTable.channelId,
      subjectId: channelThreadTable.subjectId,
      state: channelThreadTable.state,
    })
    .from(channelThreadTable)
    .where(
      sql`(${channelThreadTable.channelId}, ${channelThreadTable.subjectId}) IN (SELECT j.value ->> 0, n.subject_id
        FROM json_each(${pairs}) j JOIN notice n ON n.id = j.value ->> 1)`,
    );
};

export interface ChannelThreadState {
  channelId: string;
  subjectId: string;
  pageId: string;
  state: string | null;
}

/** Stores the thread's state; null = deletes it. */
export const saveChannelThreadStatement = (
  { channelId, subjectId, pageId, state }: ChannelThreadState,
  now: number,
): SqlStatement =>
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

export const deleteChannelDataStatements = (pageId: string, channelId: string): SqlStatement[] =>
  ["channel_delivery", "channel_thread"].map((table) => ({
    sql: `DELETE FROM ${table} WHERE channel_id = ?2 AND page_id = ?1`,
    params: [pageId, channelId],
  }));
