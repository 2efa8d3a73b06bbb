import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { noticeTable } from "~/db/schema";
import { guardRowsStatement, guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { noticeLanes, subscriberNoticeKinds } from "../rules/notice";
import type { NoticeCounters, NoticeOutcome } from "../rules/notice-plan";

type Db = Pick<Ctx, "db">;
export type NoticeRow = typeof noticeTable.$inferSelect;

/** Returns a subject's notices to subscribers that are open or ended after `leftAfter`, oldest first. */
export const siblingNoticesQuery = ({ db }: Db, subjectId: string, leftAfter: number) =>
  db
    .select()
    .from(noticeTable)
    .where(
      and(
        inArray(noticeTable.kind, [...subscriberNoticeKinds]),
        eq(noticeTable.subjectId, subjectId),
        or(isNull(noticeTable.outcome), gt(noticeTable.expandedAt, leftAfter)),
      ),
    )
    .orderBy(asc(noticeTable.createdAt), asc(noticeTable.id))
    .limit(1000);

export const noticesByIdsQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(noticeTable)
    .where(sql`${noticeTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(asc(noticeTable.createdAt), asc(noticeTable.id));

export const noticeByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(noticeTable)
    .where(and(eq(noticeTable.pageId, pageId), eq(noticeTable.id, id)));

/** Fails the batch when the notice has changed since it was read. */
export const guardNoticeUnchangedStatement = ({ id, round, next, cursor, expandedAt }: NoticeRow): SqlStatement =>
  guardTableStatement(
    noticeTable,
    { unless: "id = ?1 AND outcome IS NULL AND round = ?2 AND next = ?3 AND cursor IS ?4 AND expanded_at IS ?5" },
    [id, round, next, cursor, expandedAt],
  );

/** Fails the batch when one of the notices has started or ended since they were read. */
export const guardNoticesWaitingStatement = (ids: readonly string[]): SqlStatement =>
  guardRowsStatement(
    noticeTable,
    ids.map((id) => ({ id })),
    { unless: "id = j.value->>'$.id' AND outcome IS NULL AND expanded_at IS NULL" },
  );

/** Starts a notice. A team notice moves to the lane of email; otherwise neither the lane nor its index is written. */
export const beginNoticeStatement = (
  { id, lane }: Pick<NoticeRow, "id" | "lane">,
  now: number,
  scope: Record<string, unknown>,
): SqlStatement => ({
  sql: `UPDATE notice SET expanded_at = ?2, scope = ?3${lane === noticeLanes.team ? `, lane = ${noticeLanes.news}` : ""} WHERE id = ?1`,
  params: [id, now, JSON.stringify(scope)],
});

/**
 * Starts the first round of single emails, with all recipients frozen. `until` is the time of the next check of the
 * rest.
 */
export const beginSingleNoticesStatement = (
  ids: readonly string[],
  { now, until }: { now: number; until: number },
): SqlStatement => ({
  sql: `UPDATE notice SET expanded_at = ?2, cursor = NULL, next = 1, not_before = ?3
    WHERE id IN (SELECT value FROM json_each(?1))`,
  params: [JSON.stringify(ids), now, until],
});

/** Ends notices that are still open and removes their sealed data. */
export const endNoticesStatement = (ids: readonly string[], outcome: NoticeOutcome): SqlStatement => ({
  sql: `UPDATE notice SET outcome = ?2, due_at = NULL, scope = json_remove(scope, '$.sealed')
    WHERE id IN (SELECT value FROM json_each(?1)) AND outcome IS NULL`,
  params: [JSON.stringify(ids), outcome],
});

/**
 * Stores the position after an expansion. `sweepAt`, the next check, is set only once all recipients are frozen,
 * because writing it also writes the index.
 */
export const advanceNoticeStatement = (
  id: string,
  to: { cursor: string | null; next: number; sweepAt: number },
): SqlStatement => ({
  sql: `UPDATE notice SET cursor = ?2, next = ?3,
      low = coalesce((SELECT min(b.number) FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round
        AND b.number >= notice.low AND b.done_at IS NULL), ?3)${to.cursor === null ? ", not_before = ?4" : ""}
    WHERE id = ?1`,
  params: [id, to.cursor, to.next, ...(to.cursor === null ? [to.sweepAt] : [])],
});

export interface NoticeRoundResult {
  notice: Pick<NoticeRow, "id" | "round">;
  counters: NoticeCounters;
  end: { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };
}

const isOver = "j.value ->> 'outcome' IS NOT NULL";

/**
 * Ends rounds. Each notice ends too, or its next round is scheduled. Notices that are no longer in this round stay
 * unchanged.
 */
export const endNoticeRoundsStatement = (rounds: readonly NoticeRoundResult[]): SqlStatement => ({
  sql: `UPDATE notice SET recipients = j.value ->> 'recipients', sent = j.value ->> 'sent', failed = j.value ->> 'failed',
      unknown = j.value ->> 'unknown', outcome = j.value ->> 'outcome', due_at = j.value ->> 'nextAt',
      not_before = coalesce(j.value ->> 'nextAt', not_before), reason = NULL,
      round = iif(${isOver}, round, round + 1), cursor = iif(${isOver}, NULL, ''),
      low = iif(${isOver}, low, 0), next = iif(${isOver}, next, 0),
      scope = iif(${isOver}, json_remove(scope, '$.sealed'), scope)
    FROM json_each(?1) j WHERE notice.id = j.value ->> 'id' AND round = j.value ->> 'round' AND notice.outcome IS NULL AND cursor IS NULL`,
  params: [
    JSON.stringify(
      rounds.map(({ notice: { id, round }, counters: { recipients, sent, failed, unknown }, end }) => ({
        id,
        round,
        recipients,
        sent,
        failed,
        unknown,
        ...end,
      })),
    ),
  ],
});

/** Stores the counters of a notice that ends during its first round. */
export const storeNoticeCountersStatement = (
  id: string,
  { recipients, sent, failed, unknown }: NoticeCounters,
): SqlStatement => ({
  sql: "UPDATE notice SET recipients = ?2, sent = ?3, failed = ?4, unknown = ?5 WHERE id = ?1 AND outcome IS NULL",
  params: [id, recipients, sent, failed, unknown],
});

export interface MailFailureNotice {
  id: string;
  pageId: string;
  /** Start of the outage, in ms; it identifies the outage, and each outage has one notice. */
  since: number;
  now: number;
}

/** Notifies the page's channels, once for each outage, that emails cannot be sent. */
export const insertMailFailureNoticeStatement = ({ id, pageId, since, now }: MailFailureNotice): SqlStatement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    VALUES (?1, ?2, 'mail_failed', ?2, ?3, 'team', '{}', ${noticeLanes.team}, ?4, ?4, ?5, ?4)
    ON CONFLICT (kind, subject_id, sequence) DO NOTHING`,
  params: [id, pageId, since, now, now + dayMs],
});

/** Fails the batch when one of the notices has been started again since it was read. */
export const guardNoticesOverStatement = (rows: readonly NoticeRow[]): SqlStatement =>
  guardRowsStatement(
    noticeTable,
    rows.map(({ id, outcome, round }) => ({ id, outcome, round })),
    { unless: "id = j.value->>'$.id' AND outcome IS j.value->>'$.outcome' AND round = j.value->>'$.round'" },
  );

/** Fails the batch when one of the notices has ended since it was read. */
export const guardNoticesOpenStatement = (ids: readonly string[]): SqlStatement =>
  guardRowsStatement(
    noticeTable,
    ids.map((id) => ({ id })),
    { unless: "id = j.value->>'$.id' AND outcome IS NULL" },
  );

/** Reopens notices for a day: a new round for failed recipients, or the rest of an interrupted round. */
export const reviveNoticesStatement = (rows: readonly NoticeRow[], now: number): SqlStatement => ({
  sql: `UPDATE notice SET outcome = NULL, due_at = ?2, not_before = ?2, reason = NULL, expires_at = max(expires_at, ?3),
      round = CASE WHEN ${isNextRound} THEN round + 1 ELSE round END, cursor = CASE WHEN ${isNextRound} THEN '' ELSE cursor END,
      low = CASE WHEN ${isNextRound} THEN 0 ELSE low END, next = CASE WHEN ${isNextRound} THEN 0 ELSE next END
    FROM json_each(?1) j WHERE notice.id = j.value ->> 'id'`,
  params: [
    JSON.stringify(rows.map(({ id, outcome, cursor }) => ({ id, isFailed: outcome === "dead" && cursor === null }))),
    now,
    now + dayMs,
  ],
});

const isNextRound = `j.value ->> 'isFailed' AND NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round
  AND b.number >= notice.low AND b.done_at IS NULL)`;

/** Reopens a notice for a day, with a round for the unconfirmed recipients. */
export const reviveUnknownRecipientsStatement = ({ id }: NoticeRow, now: number): SqlStatement => ({
  sql: `UPDATE notice SET outcome = NULL, due_at = ?2, not_before = ?2, reason = NULL, expires_at = max(expires_at, ?3),
      round = round + 1, cursor = '', low = 0, next = 0, scope = json_set(scope, '$.unknown_round', round + 1)
    WHERE id = ?1`,
  params: [id, now, now + dayMs],
});
