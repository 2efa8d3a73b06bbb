import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { channelDeliveriesDueSql } from "~/channels/queries/channel";
import { deployment, mailer, notice } from "~/db/schema";
import { withInstant } from "~/db/with-instant";
import { guardRows, guardTable, type SqlStatement } from "~/db/write";
import { maxNoticeWaitMs, retryDelaysMs } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { dayMs, minuteMs } from "~/time/durations";
import { clockDifferenceMs } from "~/time/instants";
import { lanesWithoutReminders, noticeLanes, subscriberNoticeKinds, wayLanes } from "../rules/notice";
import type { NoticeCounters, NoticeOutcome } from "../rules/notice-plan";

type Db = Pick<Ctx, "db">;
export type NoticeRow = typeof notice.$inferSelect;
export type DueNotice = NoticeRow & { built: number };

const built = sql<number>`coalesce((SELECT s.built FROM snapshot s WHERE s.page_id = notice.page_id AND s.part = 'home' AND s.audience = 'public'), 0)`;

const waitingPlace = (
  from: string,
) => `(SELECT printf('%02d', m.lane) || m.page_id FROM notice m INDEXED BY notice_waiting
    WHERE m.due_at IS NOT NULL AND m.lane <= l.last AND ${from} ORDER BY m.lane, m.page_id LIMIT 1)`;

/** Key behind all rows of the page and lane: SQLite looks a pair up by `>=` and would walk its rows. */
const placeEnd = `(CAST(substr(l.place, 1, 2) AS INTEGER), substr(l.place, 3), ${Number.MAX_SAFE_INTEGER})`;

/** Returns runs of neighbouring lanes, which are walked together: each end of a walk costs a row, too. */
const runsOf = (given: readonly number[]): [first: number, last: number][] =>
  given
    .filter((lane) => !given.includes(lane - 1))
    .map((first) => [first, given.find((lane) => lane >= first && !given.includes(lane + 1)) ?? first]);

/** Pages with waiting notices by lane, by leaping through the index; reads one row per page, not per notice. */
const heads = (given: readonly number[]) => `leap(last, place) AS (
  SELECT l.last, ${waitingPlace("m.lane >= l.first")}
    FROM (SELECT value ->> 0 AS first, value ->> 1 AS last FROM json_each('${JSON.stringify(runsOf(given))}')) l
  UNION ALL SELECT l.last, ${waitingPlace(`(m.lane, m.page_id, m.not_before) > ${placeEnd}`)}
    FROM leap l WHERE l.place IS NOT NULL),
  head(lane, page_id) AS (SELECT CAST(substr(place, 1, 2) AS INTEGER), substr(place, 3) FROM leap WHERE place IS NOT NULL)`;

/** Due notices of a head, as rows of the index; `now` is a parameter of the statement. */
const dueOfHead = (now: string) =>
  `FROM notice m INDEXED BY notice_waiting WHERE m.due_at IS NOT NULL AND m.lane = h.lane AND m.page_id = h.page_id AND m.not_before <= ${now}`;

/** Longest wait before a first round except for reminders and a missing mailer, in ms; more is from a clock ahead. */
const maxWaitMs = 35 * minuteMs;
const maxDuePages = 4;

/** Longest wait before a later round, by the waits of net/retry. */
const longestOfRound = `CASE round ${retryDelaysMs
  .map((_, index) => `WHEN ${index + 1} THEN ${maxNoticeWaitMs(index + 1, maxWaitMs) + clockDifferenceMs}`)
  .join(" ")} ELSE ${maxWaitMs} END`;
const waitsInVain = (now: string) => `reason IS NOT 'no_mailer' AND not_before > ${now} + ${longestOfRound}`;

/** True when a notice waits longer than it may; looks at the next few such notices of each page. */
export const hasOverdueNoticeSql = (
  now: string,
): string => `(CASE WHEN EXISTS (SELECT 1 FROM notice INDEXED BY notice_waiting WHERE due_at IS NOT NULL)
    THEN EXISTS (WITH RECURSIVE ${heads(lanesWithoutReminders)} SELECT 1 FROM head h WHERE EXISTS (
      SELECT 1 FROM (SELECT m.round, m.reason, m.not_before FROM notice m INDEXED BY notice_waiting WHERE m.due_at IS NOT NULL AND m.lane = h.lane
        AND m.page_id = h.page_id AND m.not_before > ${now} + ${maxWaitMs}
      ORDER BY m.not_before LIMIT ${maxDuePages}) WHERE ${waitsInVain(now)})) END)`;

/** Makes notices that wait too long due now. */
export const endLongWaitsStatement = (now: number): SqlStatement => ({
  sql: `UPDATE notice INDEXED BY notice_waiting SET due_at = min(due_at, ?1), not_before = ?1
    WHERE due_at IS NOT NULL AND lane IN (${lanesWithoutReminders.join(", ")}) AND not_before > ?1 + ${maxWaitMs}
      AND ${waitsInVain("?1")}`,
  params: [now],
});

/** Most notices of a page and lane that are looked at together, and most of email and of the team. */
export const maxNoticesPerPage = 4;
const noticesPerLine = 12;

/**
 * Order of notices: lower lanes first, within a lane one of each page in turn. The team's lane and the others
 * alternate, and the first one changes each minute, so that little room is shared, too.
 */
const turns = (now: string, minute: number, given: readonly number[]) => `(WITH RECURSIVE ${heads(given)},
  found AS (SELECT j.value ->> 0 AS id, h.lane, j.value ->> 1 AS not_before, j.key AS nth
    FROM head h CROSS JOIN json_each((SELECT json_group_array(json_array(id, not_before)) FROM
      (SELECT m.id, m.not_before ${dueOfHead(now)} ORDER BY m.not_before, m.id LIMIT ${maxNoticesPerPage}))) j),
  placed AS (SELECT id, lane, row_number() OVER (PARTITION BY lane = ${noticeLanes.team} ORDER BY lane, nth, not_before, id) AS place FROM found)
  SELECT id AS turn_id, row_number() OVER (ORDER BY lane <> ${noticeLanes.screen}, place,
    (lane = ${noticeLanes.team}) = ${minute % 2}) AS turn FROM placed WHERE place <= ${noticesPerLine})`;

/** Due notices of these lanes, in the order in which they are handled. */
export const dueNotices = ({ db }: Db, now: number, given: readonly number[]) =>
  db
    .select({ ...getTableColumns(notice), built: built.as("built") })
    .from(withInstant((at) => turns(at, Math.floor(now / minuteMs), given), now))
    .crossJoin(notice)
    .where(sql`notice.id = turn_id`)
    .orderBy(sql`turn`);

/** Notices of a page's lane that have not started, the longest due first. */
export const unstartedNoticesOfLane = (
  { db }: Db,
  { pageId, lane }: Pick<NoticeRow, "pageId" | "lane">,
  now: number,
  limit: number,
) =>
  db
    .select({ ...getTableColumns(notice), built: built.as("built") })
    .from(notice)
    .where(
      sql`due_at IS NOT NULL AND lane = ${lane} AND page_id = ${pageId} AND not_before <= ${Math.floor(now)} AND expanded_at IS NULL`,
    )
    .orderBy(sql`not_before, id`)
    .limit(limit);

/** A subject's notices to subscribers that are open or left after `leftAfter`, oldest first. */
export const siblingNoticesOf = ({ db }: Db, subjectId: string, leftAfter: number) =>
  db
    .select()
    .from(notice)
    .where(
      and(
        inArray(notice.kind, [...subscriberNoticeKinds]),
        eq(notice.subjectId, subjectId),
        or(isNull(notice.outcome), gt(notice.expandedAt, leftAfter)),
      ),
    )
    .orderBy(asc(notice.createdAt), asc(notice.id))
    .limit(1000);

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

/** Lanes of ways in which something is due, as a JSON list. */
const waysDue = (now: string) => `(WITH RECURSIVE ${heads(wayLanes)}
  SELECT json_group_array(DISTINCT h.lane) FROM head h WHERE EXISTS (SELECT 1 ${dueOfHead(now)}))`;

/** State of the mailers and of due work: failing since, number of mailers, channels due, ways due. */
export const mailState = ({ db }: Db, now: number) =>
  db
    .select({
      failingSince: deployment.mailFailingSince,
      mailers: sql<number>`(SELECT count(*) FROM ${mailer})`.as("mailers"),
      toChannels: sql<number>`${withInstant(channelDeliveriesDueSql, now)}`.as("to_channels"),
      ways: sql<string>`${withInstant(waysDue, now)}`.as("ways"),
    })
    .from(deployment)
    .where(eq(deployment.id, 1));

/** Breaks the batch when the notice has changed since it was read. */
export const guardNoticeUnchanged = ({ id, round, next, cursor, expandedAt }: NoticeRow): SqlStatement =>
  guardTable(
    notice,
    { unless: "id = ?1 AND outcome IS NULL AND round = ?2 AND next = ?3 AND cursor IS ?4 AND expanded_at IS ?5" },
    [id, round, next, cursor, expandedAt],
  );

/** Breaks the batch when one of them has started or ended meanwhile. */
export const guardNoticesWaiting = (ids: readonly string[]): SqlStatement =>
  guardRows(
    notice,
    ids.map((id) => ({ id })),
    { unless: "id = j.value->>'$.id' AND outcome IS NULL AND expanded_at IS NULL" },
  );

/** Starts a notice. A team notice moves to the lane of email; for others the lane is not written, nor its index. */
export const beginNoticeStatement = (
  { id, lane }: Pick<NoticeRow, "id" | "lane">,
  now: number,
  scope: Record<string, unknown>,
): SqlStatement => ({
  sql: `UPDATE notice SET expanded_at = ?2, scope = ?3${lane === noticeLanes.team ? `, lane = ${noticeLanes.news}` : ""} WHERE id = ?1`,
  params: [id, now, JSON.stringify(scope)],
});

/** Starts the first round of single emails with all recipients frozen; `until` = next look at what is left. */
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

/** Stores the position after an expansion; `sweepAt` = next look, only once all are frozen, as it writes the index. */
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

export interface RoundResult {
  notice: Pick<NoticeRow, "id" | "round">;
  counters: NoticeCounters;
  end: { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };
}

const isOver = "j.value ->> 'outcome' IS NOT NULL";

/** Ends rounds, and each notice with its round or its next round scheduled; only of those still in this round. */
export const endRoundsStatement = (rounds: readonly RoundResult[]): SqlStatement => ({
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
export const countEndedNoticeStatement = (
  id: string,
  { recipients, sent, failed, unknown }: NoticeCounters,
): SqlStatement => ({
  sql: "UPDATE notice SET recipients = ?2, sent = ?3, failed = ?4, unknown = ?5 WHERE id = ?1 AND outcome IS NULL",
  params: [id, recipients, sent, failed, unknown],
});

export interface MailFailureNotice {
  id: string;
  pageId: string;
  /** Start of the outage, which identifies it: one notice for each. */
  since: number;
  now: number;
}

/** Notifies the page's channels, once for each outage, that no email leaves. */
export const insertMailFailureNoticeStatement = ({ id, pageId, since, now }: MailFailureNotice): SqlStatement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    VALUES (?1, ?2, 'mail_failed', ?2, ?3, 'team', '{}', ${noticeLanes.team}, ?4, ?4, ?5, ?4)
    ON CONFLICT (kind, subject_id, sequence) DO NOTHING`,
  params: [id, pageId, since, now, now + dayMs],
});

/** Breaks the batch when the notice has been started again meanwhile. */
export const guardNoticeOver = ({ id, outcome, round }: NoticeRow): SqlStatement =>
  guardTable(notice, { unless: "id = ?1 AND outcome IS ?2 AND round = ?3" }, [id, outcome, round]);

export const guardNoticeOpen = (id: string): SqlStatement =>
  guardTable(notice, { unless: "id = ?1 AND outcome IS NULL" }, [id]);

/** Reopens a notice for a day: a new round for failed recipients, or the rest of an interrupted round. */
export const reviveNoticeStatement = ({ id, outcome, cursor }: NoticeRow, now: number): SqlStatement => ({
  sql: `UPDATE notice SET outcome = NULL, due_at = ?2, not_before = ?2, reason = NULL, expires_at = max(expires_at, ?3),
      round = CASE WHEN ${isNextRound} THEN round + 1 ELSE round END, cursor = CASE WHEN ${isNextRound} THEN '' ELSE cursor END,
      low = CASE WHEN ${isNextRound} THEN 0 ELSE low END, next = CASE WHEN ${isNextRound} THEN 0 ELSE next END
    WHERE id = ?1`,
  params: [id, now, now + dayMs, outcome === "dead" && cursor === null ? 1 : 0],
});

const isNextRound = `?4 AND NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round
  AND b.number >= notice.low AND b.done_at IS NULL)`;

/** Reopens a notice for a day, with a round for the unconfirmed recipients. */
export const reviveUnknownRecipientsStatement = ({ id }: NoticeRow, now: number): SqlStatement => ({
  sql: `UPDATE notice SET outcome = NULL, due_at = ?2, not_before = ?2, reason = NULL, expires_at = max(expires_at, ?3),
      round = round + 1, cursor = '', low = 0, next = 0, scope = json_set(scope, '$.unknown_round', round + 1)
    WHERE id = ?1`,
  params: [id, now, now + dayMs],
});

/**
 * True when email or channels have something due at `at`, SQL for an instant; reads one row of each when nothing waits,
 * the usual case. `asked` = the lanes to look at.
 */
export const hasNoticeToSendSql = (
  at: string,
  asked: readonly number[],
): string => `(EXISTS (SELECT 1 FROM notice INDEXED BY notice_waiting WHERE due_at IS NOT NULL)
      AND EXISTS (WITH RECURSIVE ${heads(asked)} SELECT 1 FROM head h WHERE EXISTS (SELECT 1 ${dueOfHead(at)}))
    OR EXISTS (SELECT 1 FROM channel_delivery INDEXED BY channel_delivery_waiting WHERE due_at IS NOT NULL)
      AND ${channelDeliveriesDueSql(at)})`;
