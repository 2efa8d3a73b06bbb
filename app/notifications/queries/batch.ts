import { and, asc, eq, gt, gte, lt, ne, or, sql } from "drizzle-orm";
import { noticeBatchTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { recipientsPerHandOver } from "../rules/hand-over";
import { leftRecipientReason, quarantineThreshold } from "../rules/quarantine";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;
export type NoticeBatchRow = Pick<
  typeof noticeBatchTable.$inferSelect,
  "noticeId" | "round" | "number" | "recipients" | "done" | "failed" | "doubtful" | "unknown" | "reasons"
>;

/** Batches of the previous round with temporary failures, after `number`. */
export const failedNoticeBatchesQuery = ({ db }: Db, noticeId: string, round: number, number: number, limit: number) =>
  db
    .select({
      number: noticeBatchTable.number,
      recipients: noticeBatchTable.recipients,
      failed: noticeBatchTable.failed,
    })
    .from(noticeBatchTable)
    .where(
      and(
        eq(noticeBatchTable.noticeId, noticeId),
        eq(noticeBatchTable.round, round),
        gt(noticeBatchTable.number, number),
        ne(noticeBatchTable.failed, 0),
      ),
    )
    .orderBy(asc(noticeBatchTable.number))
    .limit(limit);

/** Batches of all earlier rounds with unconfirmed recipients. */
export const unconfirmedNoticeBatchesQuery = ({ db }: Db, noticeId: string, round: number, limit: number) =>
  db
    .select({
      round: noticeBatchTable.round,
      number: noticeBatchTable.number,
      recipients: noticeBatchTable.recipients,
      unknown: noticeBatchTable.unknown,
    })
    .from(noticeBatchTable)
    .where(
      and(eq(noticeBatchTable.noticeId, noticeId), lt(noticeBatchTable.round, round), ne(noticeBatchTable.unknown, 0)),
    )
    .orderBy(asc(noticeBatchTable.round), asc(noticeBatchTable.number))
    .limit(limit);

/** Removes unconfirmed recipients who are now in a batch of a later round. */
export const clearUnknownRecipientsStatement = (
  noticeId: string,
  taken: readonly { round: number; number: number }[],
): SqlStatement => ({
  sql: `UPDATE batch SET unknown = 0 WHERE notice_id = ?1
    AND (round, number) IN (SELECT value ->> 'round', value ->> 'number' FROM json_each(?2))`,
  params: [noticeId, JSON.stringify(taken.map(({ round, number }) => ({ round, number })))],
});

/**
 * Recipients in hand when a lease was lost: named by the row itself or, before its first hand-over, by the batch before
 * it that the same sender had finished.
 */
const leftInHand = `~b.done & CASE WHEN b.lease_token = ?4 THEN 0 WHEN b.in_hand <> 0 THEN b.in_hand ELSE coalesce((SELECT p.in_hand FROM batch p
  WHERE p.notice_id = b.notice_id AND p.round = b.round AND p.number = b.number - 1 AND p.done_at IS NOT NULL
    AND p.lease_token = b.lease_token), 0) END`;

/**
 * SQL for the first group of a claimed batch, the same as `nextGroup` of notifications/rules/hand-over; a test compares
 * the two.
 */
const firstOfClaimed = `(SELECT coalesce(sum(1 << g.key), 0) FROM (SELECT j.key FROM json_each(c.recipients) j
  WHERE NOT (c.done >> j.key) & 1 AND (c.doubtful & ~c.done = 0 OR (c.doubtful >> j.key) & 1) ORDER BY j.key LIMIT ${recipientsPerHandOver}) g)`;

/**
 * Claims batches without a valid lease, from `low`; a repeat with the same token returns the same batches. Recipients
 * being sent to become doubtful, and doubtful ones unconfirmed; the first ten of the first batch are sent to next.
 */
export const claimNoticeBatchesStatement = (
  { id, round, low }: NoticeRow,
  { token, until, now, limit }: { token: string; until: number; now: number; limit: number },
): SqlStatement => ({
  sql: `UPDATE batch SET lease_token = ?4, lease_until = ?5, done = c.done, doubtful = c.doubtful, unknown = c.unknown,
      in_hand = CASE WHEN c.nth = 1 THEN ${firstOfClaimed} ELSE 0 END
    FROM (SELECT number, recipients, done | (hand & doubtful) AS done, doubtful | hand AS doubtful,
        unknown | (hand & doubtful) AS unknown, row_number() OVER (ORDER BY number) AS nth
      FROM (SELECT b.*, ${leftInHand} AS hand FROM batch b WHERE b.notice_id = ?1 AND b.round = ?2
        AND b.number >= ?3 AND b.done_at IS NULL AND (b.lease_until <= ?6 OR b.lease_token = ?4)
        ORDER BY b.number LIMIT ?7)) c
    WHERE batch.notice_id = ?1 AND batch.round = ?2 AND batch.number = c.number
    RETURNING notice_id AS noticeId, round, number, recipients, done, failed, doubtful, unknown, reasons, in_hand AS inHand`,
  params: [id, round, low, token, until, now, limit],
});

export interface NoticeBatchMark {
  done: number;
  failed: number;
  doubtful: number;
  unknown: number;
  /** Recipients handed over next: of this batch or, once it is done, of the one after it. */
  inHand: number;
  /** Reasons by recipient id. */
  reasons: Record<string, string>;
  /** True when the lease is given up. */
  givenBack: boolean;
  doneAt: number | null;
}

/** Writes the results of some recipients and the next group; changes nothing when another sender has the lease. */
export const markNoticeBatchStatement = (
  { noticeId, round, number }: NoticeBatchRow,
  token: string,
  mark: NoticeBatchMark,
): SqlStatement => ({
  sql: `UPDATE batch SET done = done | ?5, failed = failed | ?6, doubtful = doubtful | ?7, unknown = unknown | ?8,
      in_hand = ?9, reasons = CASE WHEN ?10 IS NULL THEN reasons ELSE json_patch(coalesce(reasons, '{}'), ?10) END,
      lease_until = CASE WHEN ?11 THEN 0 ELSE lease_until END,
      lease_token = CASE WHEN ?11 THEN '' ELSE lease_token END, done_at = ?12
    WHERE notice_id = ?1 AND round = ?2 AND number = ?3 AND lease_token = ?4`,
  params: [
    noticeId,
    round,
    number,
    token,
    mark.done,
    mark.failed,
    mark.doubtful,
    mark.unknown,
    mark.inHand,
    Object.keys(mark.reasons).length > 0 ? JSON.stringify(mark.reasons) : null,
    mark.givenBack ? 1 : 0,
    mark.doneAt,
  ],
});

/**
 * Does the same for the single batch of several notices in their first round; returns the notices whose lease was still
 * held.
 */
export const markSingleNoticeBatchesStatement = (
  marks: readonly (Omit<NoticeBatchMark, "inHand"> & { noticeId: string })[],
  token: string,
): SqlStatement => ({
  sql: `UPDATE batch SET done = done | (j.value ->> 'done'), failed = failed | (j.value ->> 'failed'),
      doubtful = doubtful | (j.value ->> 'doubtful'), unknown = unknown | (j.value ->> 'unknown'), in_hand = 0,
      reasons = iif(j.value ->> 'reasons' = '{}', reasons, json_patch(coalesce(reasons, '{}'), j.value ->> 'reasons')),
      lease_until = iif(j.value ->> 'givenBack', 0, lease_until),
      lease_token = iif(j.value ->> 'givenBack', '', lease_token), done_at = j.value ->> 'doneAt'
    FROM json_each(?1) j WHERE notice_id = j.value ->> 'noticeId' AND round = 0 AND number = 0 AND lease_token = ?2
    RETURNING notice_id AS noticeId`,
  params: [JSON.stringify(marks), token],
});

/** Batches of the round that are not done, their open recipients, and the end of the last lease. */
export const undoneBatchesOfRoundQuery = ({ db }: Db, { id, round, low }: NoticeRow) =>
  db
    .select({
      count: sql<number>`count(*)`.as("count"),
      recipients:
        sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${noticeBatchTable.recipients}) j WHERE NOT (${noticeBatchTable.done} >> j.key) & 1)), 0)`.as(
          "undone_recipients",
        ),
      until: sql<number | null>`max(${noticeBatchTable.leaseUntil})`.as("until"),
    })
    .from(noticeBatchTable)
    .where(
      and(
        eq(noticeBatchTable.noticeId, id),
        eq(noticeBatchTable.round, round),
        gte(noticeBatchTable.number, low),
        sql`${noticeBatchTable.doneAt} IS NULL`,
      ),
    );

/** Returns the number of the round's recipients, of those with a reason, and of those with the reason `left`. */
export const recipientTotalsOfRoundQuery = ({ db }: Db, { id, round }: NoticeRow) =>
  db
    .select({
      recipients: sql<number>`coalesce(sum(json_array_length(${noticeBatchTable.recipients})), 0)`.as("recipients"),
      reasons: sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${noticeBatchTable.reasons}))), 0)`.as(
        "reasons",
      ),
      left: sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${noticeBatchTable.reasons}) j WHERE j.value = ${leftRecipientReason})), 0)`.as(
        "gone",
      ),
    })
    .from(noticeBatchTable)
    .where(and(eq(noticeBatchTable.noticeId, id), eq(noticeBatchTable.round, round)));

const bitsIn = (column: typeof noticeBatchTable.failed | typeof noticeBatchTable.unknown) =>
  sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${noticeBatchTable.recipients}) j WHERE (${column} >> j.key) & 1)), 0)`;

/** Number of the round's temporary failures and of its unconfirmed recipients. */
export const failedRecipientCountsQuery = ({ db }: Db, { id, round }: NoticeRow) =>
  db
    .select({
      again: bitsIn(noticeBatchTable.failed).as("again"),
      unknown: bitsIn(noticeBatchTable.unknown).as("unknown_count"),
    })
    .from(noticeBatchTable)
    .where(
      and(
        eq(noticeBatchTable.noticeId, id),
        eq(noticeBatchTable.round, round),
        or(ne(noticeBatchTable.failed, 0), ne(noticeBatchTable.unknown, 0)),
      ),
    );

/** Returns the last round that was sent; the next one may be scheduled already. */
const lastRun = ({ round, cursor }: Pick<NoticeRow, "round" | "cursor">) =>
  cursor === "" ? Math.max(0, round - 1) : round;

/** Failures by recipient in these notices: their number, since when, and the first and last notice. */
const failing = `(SELECT j.value AS id, sum(n.value ->> 'tries') AS tries, min(n.value ->> 'createdAt') AS since,
    min(n.value ->> 'id') AS first, max(n.value ->> 'id') AS last
  FROM json_each(?1) n CROSS JOIN notice o ON o.id = n.value ->> 'id' AND o.outcome IS NULL
    CROSS JOIN batch b ON b.notice_id = o.id AND b.round = n.value ->> 'round' AND b.failed <> 0
    CROSS JOIN json_each(b.recipients) j
  WHERE (b.failed >> j.key) & 1 GROUP BY j.value) f`;

const failures = "(failures + f.tries)";
const isSecond =
  "iif(failing_notice_id IS NULL, f.first <> f.last, f.first <> failing_notice_id OR f.last <> failing_notice_id)";
const tooLong = `(${failures} >= ?4 AND coalesce(failing_since, f.since) <= ?5 AND ${isSecond})`;

/**
 * Counts the failed attempts of a page's notices against their subscribers, and quarantines subscribers that failed too
 * long (notifications/rules/quarantine). One statement serves all notices of the batch that ends them. It runs before
 * their end, and only notices that were still open count.
 */
export const countSubscriberFailuresStatement = (notices: readonly NoticeRow[], now: number): SqlStatement => ({
  sql: `UPDATE subscriber SET failures = ${failures},
      failing_since = coalesce(failing_since, f.since), failing_notice_id = coalesce(failing_notice_id, f.first),
      state = CASE WHEN ${tooLong} THEN 'quarantined' ELSE state END,
      quarantined_at = CASE WHEN ${tooLong} THEN ?3 ELSE quarantined_at END,
      quarantine_reason = CASE WHEN ${tooLong} THEN 'recipient.failed_times{"count":' || ${failures} || '}' ELSE quarantine_reason END,
      version = version + 1, updated_at = ?3
    FROM ${failing} WHERE subscriber.page_id = ?2 AND subscriber.id = f.id AND state = 'active'`,
  params: [
    JSON.stringify(
      notices.map((each) => ({
        id: each.id,
        createdAt: each.createdAt,
        round: lastRun(each),
        tries: lastRun(each) + 1,
      })),
    ),
    notices[0]?.pageId ?? "",
    now,
    quarantineThreshold.tries,
    now - quarantineThreshold.span,
  ],
});

/** Quarantines subscribers after a permanent bounce; they get no email until a person releases them. */
export const quarantineBouncedSubscribersStatement = (
  pageId: string,
  reasons: Record<string, string>,
  now: number,
): SqlStatement => ({
  sql: `UPDATE subscriber SET state = 'quarantined', quarantined_at = ?3, updated_at = ?3, version = version + 1,
      quarantine_reason = (SELECT j.value FROM json_each(?2) j WHERE j.key = subscriber.id)
    WHERE page_id = ?1 AND id IN (SELECT key FROM json_each(?2)) AND state IN ('active', 'pending')`,
  params: [pageId, JSON.stringify(reasons), now],
});

/** Resets the failures of subscribers after a successful delivery. */
export const resetSubscriberFailuresStatement = (pageId: string, ids: readonly string[]): SqlStatement => ({
  sql: `UPDATE subscriber SET failures = 0, failing_since = NULL, failing_notice_id = NULL
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(ids)],
});

/** Stores the earliest next call for which endpoints asked. */
export const delaySubscribersStatement = (pageId: string, until: Record<string, number>): SqlStatement => ({
  sql: `UPDATE subscriber SET retry_at = (SELECT j.value FROM json_each(?2) j WHERE j.key = subscriber.id)
    WHERE page_id = ?1 AND id IN (SELECT key FROM json_each(?2))`,
  params: [pageId, JSON.stringify(until)],
});

/** Earliest time at which a temporarily failed recipient of this round may be called again; 0 = at once. */
export const firstRetryTimeOfRoundQuery = ({ db }: Db, { id, pageId, round }: NoticeRow) =>
  db
    .select({
      at: sql<number>`coalesce(min((SELECT min(coalesce(s.retry_at, 0)) FROM json_each(${noticeBatchTable.recipients}) j
        JOIN subscriber s ON s.page_id = ${pageId} AND s.id = j.value WHERE (${noticeBatchTable.failed} >> j.key) & 1)), 0)`.as(
        "at",
      ),
    })
    .from(noticeBatchTable)
    .where(and(eq(noticeBatchTable.noticeId, id), eq(noticeBatchTable.round, round), ne(noticeBatchTable.failed, 0)));
