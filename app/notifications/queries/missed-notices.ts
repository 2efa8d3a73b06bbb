import { type SQL, sql } from "drizzle-orm";
import type { SqlStatement } from "~/db/write";
import { maxClockDifferenceMs } from "~/time/instants";
import {
  maxMissedNewsAgeMs,
  maxMissedSubjects,
  missedNoticeLaneNumber,
  missedSummaryEvents,
  summaryRetryIntervalMs,
  teamNotifyingNoticeKinds,
} from "../rules/missed-events";
import { noticeLanes } from "../rules/notice";
import type { NoticeRow } from "./notice";

const kind = "'missed_notifications'";
const listed = (texts: readonly string[]) => texts.map((each) => `'${each}'`).join(", ");

/** Waiting summaries, by the index of open notices. */
const waiting = (n: string) => `${n}.due_at IS NOT NULL AND ${n}.lane = ${missedNoticeLaneNumber}`;

/** Number of notices that reached the team about a subject; a count does not depend on clocks, which may jump. */
export const teamNotificationCountSql = (subject: string): string => `(SELECT count(*) FROM notice t
  WHERE t.kind IN (${listed(teamNotifyingNoticeKinds)}) AND t.subject_id = ${subject} AND (t.outcome = 'sent' OR t.scope ->> '$.channels' > 0))`;

/** True when no email of it was handed over, or may have been. */
const reachedNobody = (n: string) => `NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = ${n}.id
  AND (b.done <> 0 OR b.doubtful <> 0 OR b.unknown <> 0 OR b.in_hand <> 0))`;

/**
 * True while the notice is as it was found, so that it is noted once. `untouched` = also while nothing was handed over.
 */
const asFound = (n: string, untouched: boolean) =>
  `${n}.id = ?1 AND ${n}.outcome IS NULL AND ${n}.round = ?2${untouched ? ` AND ${reachedNobody(n)}` : ""}`;

type MissedNoticeRow = Pick<NoticeRow, "id" | "kind" | "round">;

export interface MissedNotice {
  /** Id of the page's summary, used when none is waiting yet. */
  id: string;
  now: number;
  /** True when no mailer took it: email is tried again, but not at once. */
  isMailAway: boolean;
  /** True when its round is not over, so that another sender may hand it over. */
  isUnderWay: boolean;
}

const isSummary = ({ kind }: MissedNoticeRow) => kind === "missed_notifications";

/**
 * Creates the page's summary unless one waits. A summary that reached nobody passes on its subjects, and the channels
 * that it was tried with.
 */
const beginSummary = (found: MissedNoticeRow, { id, now, isUnderWay }: MissedNotice): SqlStatement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    SELECT ?3, n.page_id, ${kind}, n.page_id,
      max(?4, coalesce((SELECT max(m.sequence) + 1 FROM notice m WHERE m.kind = ${kind} AND m.subject_id = n.page_id), 0)), 'team',
      ${
        isSummary(found)
          ? "json_object('since', n.scope ->> '$.since', 'subjects', json_object(), 'reach', n.scope ->> '$.reach')"
          : "json_object('since', n.created_at, 'subjects', json_object())"
      }, ${missedNoticeLaneNumber}, ?4, ?4, max(?5, n.expires_at), ?4
    FROM notice n WHERE ${asFound("n", isUnderWay)}
      AND NOT EXISTS (SELECT 1 FROM notice m INDEXED BY notice_waiting WHERE ${waiting("m")} AND m.page_id = n.page_id)`,
  params: [found.id, found.round, id, now, now + maxMissedNewsAgeMs],
});

/** Subjects that have just reached nobody, and how often the team had been notified of each. */
const subjectsOf = (found: MissedNoticeRow) =>
  isSummary(found)
    ? "SELECT o.key, o.value FROM notice n, json_each(n.scope, '$.subjects') o WHERE n.id = ?1"
    : `SELECT n.subject_id, ${teamNotificationCountSql("n.subject_id")} FROM notice n WHERE n.id = ?1`;

const addSubjects = (found: MissedNoticeRow, { now, isMailAway, isUnderWay }: MissedNotice): SqlStatement => ({
  sql: `UPDATE notice INDEXED BY notice_waiting SET expires_at = max(expires_at, ?3, (SELECT n.expires_at FROM notice n WHERE n.id = ?1)), not_before = ?4, reason = ?5,
      scope = json_set(${isSummary(found) ? "scope" : "json_remove(scope, '$.reach')"}, '$.subjects', json((
        SELECT json_group_object(id, told) FROM (SELECT id, max(told) AS told FROM (
          SELECT s.key AS id, s.value AS told FROM json_each(notice.scope, '$.subjects') s UNION ALL ${subjectsOf(found)})
        GROUP BY id ORDER BY id DESC LIMIT ${maxMissedSubjects}))))
    WHERE ${waiting("notice")} AND page_id = (SELECT n.page_id FROM notice n WHERE ${asFound("n", isUnderWay)})`,
  params: [
    found.id,
    found.round,
    now + maxMissedNewsAgeMs,
    isMailAway ? now + summaryRetryIntervalMs : now,
    isMailAway ? "mail_away" : null,
  ],
});

/** Stores a notice that reached nobody until someone can be notified; goes before its end in the batch that ends it. */
export const recordMissedNoticeStatements = (found: MissedNoticeRow, missed: MissedNotice): SqlStatement[] => [
  beginSummary(found, missed),
  addSubjects(found, missed),
];

/**
 * Ends the notice and deletes its batches, so that no sender continues it. A summary that reached nobody is deleted.
 */
export const endMissedNoticeStatements = (found: MissedNoticeRow, { isUnderWay }: MissedNotice): SqlStatement[] => [
  {
    sql: isSummary(found)
      ? `DELETE FROM notice WHERE ${asFound("notice", isUnderWay)}`
      : `UPDATE notice SET outcome = 'nobody', due_at = NULL WHERE ${asFound("notice", isUnderWay)}`,
    params: [found.id, found.round],
  },
  {
    sql: `DELETE FROM batch WHERE notice_id = ?1
      AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.id = ?1 AND n.outcome IS NOT 'nobody')`,
    params: [found.id],
  },
];

/** Channels of the page that want the summary, with their versions; '' = none. */
const channelsOf = (n: string) => `coalesce((SELECT group_concat(c.id || '.' || c.version) FROM channel c
  WHERE c.page_id = ${n}.page_id AND c.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(c.events) e WHERE e.value IN (${listed(missedSummaryEvents)}))), '')`;

/** True when a channel was added or changed since the summary was tried and no channel wanted it. */
const hasNewChannel = (n: string) => `${channelsOf(n)} NOT IN ('', coalesce(${n}.scope ->> '$.reach', ''))`;

/**
 * SQL that is true when email may be tried: not before `summaryRetryIntervalMs` after a refusal. A later time was
 * recorded by a wrong clock.
 */
const mailMayTry = (n: string, now: string) => `(${n}.reason IS NOT 'mail_away' OR ${n}.not_before <= ${now}
  OR ${n}.not_before > ${now} + ${summaryRetryIntervalMs + maxClockDifferenceMs})`;

const hasMail = (n: string, now: string) => `EXISTS (SELECT 1 FROM mailer) AND ${mailMayTry(n, now)}
  AND EXISTS (SELECT 1 FROM membership m JOIN person p ON p.id = m.person_id WHERE m.page_id = ${n}.page_id
    AND m.role IN ('responder', 'admin', 'owner') AND p.email IS NOT NULL AND p.disabled_at IS NULL)`;

/** True when someone can be notified and the page is not muted. */
const canLeave = (n: string, now: string) => `(${hasNewChannel(n)} OR ${hasMail(n, now)})
  AND coalesce((SELECT p.muted_until FROM page p WHERE p.id = ${n}.page_id), 0) <= ${now}`;

/** Most summaries that are released in one minute; the rest follow in the next. */
const noticesPerMinute = 200;

/** Column of the tick's query: a summary can leave or has expired. Reads no row when none waits. */
export const dueMissedNoticesSql = (now: string): string => `EXISTS (SELECT 1 FROM notice n INDEXED BY notice_waiting
  WHERE ${waiting("n")} AND (n.expires_at <= ${now} OR ${canLeave("n", now)}))`;

/**
 * Ends summaries that have expired, and moves those that can be sent into the team's lane, once, as if they were
 * created now.
 */
export const releaseMissedNoticesStatements = (now: number): SqlStatement[] => [
  {
    sql: `UPDATE notice INDEXED BY notice_waiting SET outcome = 'nobody', due_at = NULL
      WHERE ${waiting("notice")} AND expires_at <= ?1`,
    params: [now],
  },
  {
    sql: `UPDATE notice SET lane = ${noticeLanes.team}, due_at = ?1, not_before = ?1, created_at = ?1, expires_at = ?2, reason = NULL,
        scope = json_set(scope, '$.reach', ${channelsOf("notice")})
      WHERE ${waiting("notice")} AND id IN (SELECT n.id FROM notice n INDEXED BY notice_waiting
        WHERE ${waiting("n")} AND ${canLeave("n", "?1")} LIMIT ${noticesPerMinute})`,
    params: [now, now + maxMissedNewsAgeMs],
  },
];

/** Ids of the page's subjects that reached nobody, wait in the summary, and have not been notified of since. */
export const unnotifiedSubjectsSql = (pageId: SQL): SQL =>
  sql`(SELECT json_group_array(s.key) FROM notice w INDEXED BY notice_waiting, json_each(w.scope, '$.subjects') s
    WHERE ${sql.raw(waiting("w"))} AND w.page_id = ${pageId} AND ${sql.raw(teamNotificationCountSql("s.key"))} <= s.value)`;
