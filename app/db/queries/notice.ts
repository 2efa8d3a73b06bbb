import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { mailedToTeam, subscriberNotices } from "../../rules/notice";
import type { NoticeOutcome } from "../../rules/notice-plan";
import { deployment, mailer, notice } from "../schema";
import type { Statement } from "../write";

type Db = Pick<Ctx, "db">;
export type NoticeRow = typeof notice.$inferSelect;
export type DueNotice = NoticeRow & { built: number };

const built = sql<number>`coalesce((SELECT s.built FROM snapshot s WHERE s.page_id = notice.page_id AND s.part = 'home' AND s.audience = 'public'), 0)`;

/** Without a mailer only channels can be told, and what is past its use ends; the rest waits untouched. */
const canMove = (now: number) =>
  or(
    sql`EXISTS (SELECT 1 FROM mailer)`,
    and(eq(notice.audience, "team"), or(isNull(notice.expandedAt), notInArray(notice.kind, [...mailedToTeam]))),
    lte(notice.expiresAt, now),
  );

/** What is due, sign-in mails first because they are good for minutes, then longest waiting first; ≤ 20. */
export const dueNotices = ({ db }: Db, now: number) =>
  db
    .select({
      id: notice.id,
      pageId: notice.pageId,
      kind: notice.kind,
      subjectId: notice.subjectId,
      sequence: notice.sequence,
      audience: notice.audience,
      scope: notice.scope,
      revision: notice.revision,
      dueAt: notice.dueAt,
      expiresAt: notice.expiresAt,
      outcome: notice.outcome,
      createdAt: notice.createdAt,
      round: notice.round,
      cursor: notice.cursor,
      low: notice.low,
      next: notice.next,
      expandedAt: notice.expandedAt,
      recipients: notice.recipients,
      sent: notice.sent,
      failed: notice.failed,
      built: built.as("built"),
    })
    .from(notice)
    .where(and(lte(notice.dueAt, now), canMove(now)))
    .orderBy(sql`notice.kind <> 'sign_in'`, asc(notice.dueAt))
    .limit(20);

/** All that subscribers are told about the subjects of which something is due, oldest first. */
export const dueSiblings = ({ db }: Db, now: number) =>
  db
    .select()
    .from(notice)
    .where(
      and(
        inArray(notice.kind, [...subscriberNotices]),
        sql`${notice.subjectId} IN (SELECT n.subject_id FROM notice n WHERE n.due_at <= ${now} AND n.audience = 'subscribers' ORDER BY n.due_at LIMIT 20)`,
      ),
    )
    .orderBy(asc(notice.createdAt), asc(notice.id))
    .limit(500);

export const noticesByIds = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(notice)
    .where(sql`${notice.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(asc(notice.createdAt), asc(notice.id));

export const noticeById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(notice)
    .where(and(eq(notice.pageId, pageId), eq(notice.id, id)));

/** Since when no mailer works, and how many are set. */
export const mailState = ({ db }: Db) =>
  db
    .select({
      failingSince: deployment.mailFailingSince,
      mailers: sql<number>`(SELECT count(*) FROM ${mailer})`.as("mailers"),
    })
    .from(deployment)
    .where(eq(deployment.id, 1));

/** Breaks the batch when the notice is no longer as it was read. */
export const stillAt = ({ id, round, next, cursor, expandedAt }: NoticeRow): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'notice' WHERE NOT EXISTS (SELECT 1 FROM notice
    WHERE id = ?1 AND outcome IS NULL AND round = ?2 AND next = ?3 AND cursor IS ?4 AND expanded_at IS ?5)`,
  params: [id, round, next, cursor, expandedAt],
});

/** Breaks the batch when one of them has begun or ended meanwhile. */
export const stillWaiting = (ids: readonly string[]): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'notice' FROM json_each(?1) j WHERE NOT EXISTS (SELECT 1 FROM notice n
    WHERE n.id = j.value AND n.outcome IS NULL AND n.expanded_at IS NULL)`,
  params: [JSON.stringify(ids)],
});

export const beginNotice = (id: string, now: number, scope: Record<string, unknown>): Statement => ({
  sql: "UPDATE notice SET expanded_at = ?2, scope = ?3 WHERE id = ?1",
  params: [id, now, JSON.stringify(scope)],
});

/** Ends those that are not over yet; what was sealed in them goes. */
export const endNotices = (ids: readonly string[], outcome: NoticeOutcome): Statement => ({
  sql: `UPDATE notice SET outcome = ?2, due_at = NULL, scope = json_remove(scope, '$.sealed')
    WHERE id IN (SELECT value FROM json_each(?1)) AND outcome IS NULL`,
  params: [JSON.stringify(ids), outcome],
});

/** After an expansion: where it goes on; `sweepAt` = when to look for what was left, once all are frozen. */
export const moveOn = (id: string, to: { cursor: string | null; next: number; sweepAt: number }): Statement => ({
  sql: `UPDATE notice SET cursor = ?2, next = ?3,
      low = coalesce((SELECT min(b.number) FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round
        AND b.number >= notice.low AND b.done_at IS NULL), ?3),
      due_at = CASE WHEN ?2 IS NULL THEN ?4 ELSE due_at END
    WHERE id = ?1`,
  params: [id, to.cursor, to.next, to.sweepAt],
});

/** Looks at them again then; never for those that are over. */
export const lookAgain = (id: string, at: number): Statement => ({
  sql: "UPDATE notice SET due_at = ?2 WHERE id = ?1 AND outcome IS NULL AND due_at <> ?2",
  params: [id, at],
});

export interface RoundOver {
  counters: { recipients: number; sent: number; failed: number };
  end: { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };
}

/** Ends a round, and the notice with it or the next round planned. Only for who still finds it in this round. */
export const endRound = ({ id, round }: NoticeRow, { counters, end }: RoundOver): Statement => ({
  sql: `UPDATE notice SET recipients = ?3, sent = ?4, failed = ?5, outcome = ?6, due_at = ?7,
      round = CASE WHEN ?6 IS NULL THEN round + 1 ELSE round END,
      cursor = CASE WHEN ?6 IS NULL THEN '' ELSE NULL END,
      low = CASE WHEN ?6 IS NULL THEN 0 ELSE low END, next = CASE WHEN ?6 IS NULL THEN 0 ELSE next END,
      scope = CASE WHEN ?6 IS NULL THEN scope ELSE json_remove(scope, '$.sealed') END
    WHERE id = ?1 AND round = ?2 AND outcome IS NULL AND cursor IS NULL`,
  params: [id, round, counters.recipients, counters.sent, counters.failed, end.outcome, end.nextAt],
});

export interface MailFailed {
  id: string;
  pageId: string;
  /** Names the outage: one notice for each. */
  since: number;
  now: number;
}

/** Tells the page's channels once an outage that no mail leaves. */
export const tellMailFailed = ({ id, pageId, since, now }: MailFailed): Statement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, due_at, expires_at, created_at)
    VALUES (?1, ?2, 'mail_failed', ?2, ?3, 'team', '{}', ?4, ?5, ?4) ON CONFLICT (kind, subject_id, sequence) DO NOTHING`,
  params: [id, pageId, since, now, now + 24 * 3600_000],
});

/** Breaks the batch when somebody has begun it again meanwhile. */
export const stillOver = ({ id, outcome, round }: NoticeRow): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'notice' WHERE NOT EXISTS (SELECT 1 FROM notice
    WHERE id = ?1 AND outcome IS ?2 AND round = ?3)`,
  params: [id, outcome, round],
});

export const stillOpen = (id: string): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'notice' WHERE NOT EXISTS (SELECT 1 FROM notice WHERE id = ?1 AND outcome IS NULL)",
  params: [id],
});

/** For a day more: one round for those who failed in a round that is over; what was cut off goes on where it was. */
export const reviveNotice = ({ id, outcome, cursor }: NoticeRow, now: number): Statement => ({
  sql: `UPDATE notice SET outcome = NULL, due_at = ?2, expires_at = max(expires_at, ?3),
      round = CASE WHEN ?4 THEN round + 1 ELSE round END, cursor = CASE WHEN ?4 THEN '' ELSE cursor END,
      low = CASE WHEN ?4 THEN 0 ELSE low END, next = CASE WHEN ?4 THEN 0 ELSE next END
    WHERE id = ?1`,
  params: [id, now, now + 24 * 3600_000, outcome === "dead" && cursor === null ? 1 : 0],
});

/** Something is due for mail or for channels. */
export const somethingToSend = (now: number) =>
  sql<number>`EXISTS (SELECT 1 FROM notice WHERE ${and(lte(notice.dueAt, now), canMove(now))})
    OR EXISTS (SELECT 1 FROM channel_delivery d WHERE d.due_at <= ${now})`.as("to_send");
