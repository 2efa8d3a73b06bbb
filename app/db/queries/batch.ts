import { and, asc, eq, gt, gte, ne, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { leftBefore, quarantineAfter } from "../../rules/quarantine";
import { batch } from "../schema";
import type { Statement } from "../write";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;
export type BatchRow = Pick<
  typeof batch.$inferSelect,
  "noticeId" | "round" | "number" | "recipients" | "done" | "failed" | "reasons"
>;

/** Of the round before: batches with somebody who failed for now, after `number`. */
export const failedBatches = ({ db }: Db, noticeId: string, round: number, number: number, limit: number) =>
  db
    .select({ number: batch.number, recipients: batch.recipients, failed: batch.failed })
    .from(batch)
    .where(and(eq(batch.noticeId, noticeId), eq(batch.round, round), gt(batch.number, number), ne(batch.failed, 0)))
    .orderBy(asc(batch.number))
    .limit(limit);

/** Claims batches that nobody works on, from `low`; asked again with its token it answers the same ones. */
export const claimBatches = (
  { id, round, low }: NoticeRow,
  { token, until, now, limit }: { token: string; until: number; now: number; limit: number },
): Statement => ({
  sql: `UPDATE batch SET lease_token = ?4, lease_until = ?5
    WHERE notice_id = ?1 AND round = ?2 AND number IN (SELECT number FROM batch WHERE notice_id = ?1 AND round = ?2
      AND number >= ?3 AND done_at IS NULL AND (lease_until <= ?6 OR lease_token = ?4) ORDER BY number LIMIT ?7)
    RETURNING notice_id AS noticeId, round, number, recipients, done, failed, reasons`,
  params: [id, round, low, token, until, now, limit],
});

export interface Mark {
  done: number;
  failed: number;
  /** By recipient id. */
  reasons: Record<string, string>;
  /** Null = goes on; 0 = given back. */
  leaseUntil: number | null;
  doneAt: number | null;
}

/** What became of some of its recipients; changes nothing when the lease is another's by now. */
export const markBatch = ({ noticeId, round, number }: BatchRow, token: string, mark: Mark): Statement => ({
  sql: `UPDATE batch SET done = done | ?5, failed = failed | ?6,
      reasons = CASE WHEN ?7 IS NULL THEN reasons ELSE json_patch(coalesce(reasons, '{}'), ?7) END,
      lease_until = coalesce(?8, lease_until), done_at = ?9
    WHERE notice_id = ?1 AND round = ?2 AND number = ?3 AND lease_token = ?4`,
  params: [
    noticeId,
    round,
    number,
    token,
    mark.done,
    mark.failed,
    Object.keys(mark.reasons).length > 0 ? JSON.stringify(mark.reasons) : null,
    mark.leaseUntil,
    mark.doneAt,
  ],
});

/** Batches of the round that are not done, and until when the last of them is leased. */
export const undone = ({ db }: Db, { id, round, low }: NoticeRow) =>
  db
    .select({
      count: sql<number>`count(*)`.as("count"),
      until: sql<number | null>`max(${batch.leaseUntil})`.as("until"),
    })
    .from(batch)
    .where(and(eq(batch.noticeId, id), eq(batch.round, round), gte(batch.number, low), sql`${batch.doneAt} IS NULL`));

/** How many a round had, how many of them have a reason, and how many of these had left. */
export const roundTotals = ({ db }: Db, { id, round }: NoticeRow) =>
  db
    .select({
      recipients: sql<number>`coalesce(sum(json_array_length(${batch.recipients})), 0)`.as("recipients"),
      reasons: sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${batch.reasons}))), 0)`.as("reasons"),
      left: sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${batch.reasons}) j WHERE j.value = ${leftBefore})), 0)`.as(
        "gone",
      ),
    })
    .from(batch)
    .where(and(eq(batch.noticeId, id), eq(batch.round, round)));

/** How many of the round failed for now. */
export const failedInRound = ({ db }: Db, { id, round }: NoticeRow) =>
  db
    .select({
      again:
        sql<number>`coalesce(sum((SELECT count(*) FROM json_each(${batch.recipients}) j WHERE (${batch.failed} >> j.key) & 1)), 0)`.as(
          "again",
        ),
    })
    .from(batch)
    .where(and(eq(batch.noticeId, id), eq(batch.round, round), ne(batch.failed, 0)));

/** The last round that was sent: a next one may be planned already. */
const lastRun = ({ round, cursor }: Pick<NoticeRow, "round" | "cursor">) =>
  cursor === "" ? Math.max(0, round - 1) : round;

/**
 * Remembers against subscribers that all tries of this notice failed, and quarantines those with whom that has gone on
 * for too long (rules/quarantine). Runs in the batch that ends the notice, before its end, and only if that is new.
 */
export const countFailures = ({ id, pageId, createdAt, ...at }: NoticeRow, now: number): Statement => ({
  sql: `UPDATE subscriber SET failures = failures + ?3,
      failing_since = coalesce(failing_since, ?4), failing_notice_id = coalesce(failing_notice_id, ?1),
      state = CASE WHEN ${tooLong} THEN 'quarantined' ELSE state END,
      quarantined_at = CASE WHEN ${tooLong} THEN ?5 ELSE quarantined_at END,
      quarantine_reason = CASE WHEN ${tooLong} THEN 'mail failed ' || (failures + ?3) || ' times in a row' ELSE quarantine_reason END,
      version = version + 1, updated_at = ?5
    WHERE page_id = ?2 AND state = 'active' AND id IN (SELECT j.value FROM batch b, json_each(b.recipients) j
      WHERE b.notice_id = ?1 AND b.round = ?6 AND b.failed <> 0 AND (b.failed >> j.key) & 1)
    AND EXISTS (SELECT 1 FROM notice n WHERE n.id = ?1 AND n.outcome IS NULL)`,
  params: [id, pageId, lastRun(at) + 1, createdAt, now, lastRun(at), quarantineAfter.tries, now - quarantineAfter.span],
});

const tooLong =
  "(failures + ?3 >= ?7 AND coalesce(failing_since, ?4) <= ?8 AND failing_notice_id IS NOT NULL AND failing_notice_id <> ?1)";

/** A bounce for good: no more mail to them until a person says otherwise. */
export const quarantineBounced = (pageId: string, reasons: Record<string, string>, now: number): Statement => ({
  sql: `UPDATE subscriber SET state = 'quarantined', quarantined_at = ?3, updated_at = ?3, version = version + 1,
      quarantine_reason = (SELECT j.value FROM json_each(?2) j WHERE j.key = subscriber.id)
    WHERE page_id = ?1 AND id IN (SELECT key FROM json_each(?2)) AND state IN ('active', 'pending')`,
  params: [pageId, JSON.stringify(reasons), now],
});

/** One mail that arrived ends a row of failures. */
export const forgetFailures = (pageId: string, ids: readonly string[]): Statement => ({
  sql: `UPDATE subscriber SET failures = 0, failing_since = NULL, failing_notice_id = NULL
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(ids)],
});
