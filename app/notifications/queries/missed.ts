import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "~/db/write";
import { clocksDiffer } from "~/time/instants";
import { missedEvents, missedLane, probeEvery, subjectsAtMost, tellingKinds, youngFor } from "../rules/missed";
import { lanes } from "../rules/notice";
import type { NoticeRow } from "./notice";

const kind = "'missed_notifications'";
const listed = (texts: readonly string[]) => texts.map((each) => `'${each}'`).join(", ");

/** Summaries that wait, by the index of what is not over. */
const waiting = (n: string) => `${n}.due_at IS NOT NULL AND ${n}.lane = ${missedLane}`;

/** How often somebody was told of a subject: counted, because clocks go back and ahead. */
export const timesTold = (subject: string): string => `(SELECT count(*) FROM notice t
  WHERE t.kind IN (${listed(tellingKinds)}) AND t.subject_id = ${subject} AND (t.outcome = 'sent' OR t.scope ->> '$.channels' > 0))`;

/** No mail of it was handed over, or may have been. */
const reachedNobody = (n: string) => `NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = ${n}.id
  AND (b.done <> 0 OR b.doubtful <> 0 OR b.unknown <> 0 OR b.in_hand <> 0))`;

/** Still as it was found, so that nothing is noted twice. `untouched`: what was handed over meanwhile counts against it. */
const asFound = (n: string, untouched: boolean) =>
  `${n}.id = ?1 AND ${n}.outcome IS NULL AND ${n}.round = ?2${untouched ? ` AND ${reachedNobody(n)}` : ""}`;

type Found = Pick<NoticeRow, "id" | "kind" | "round">;

export interface Missed {
  /** Of the page's summary, where none waits yet. */
  id: string;
  now: number;
  /** No mailer took it: mail is tried again, but not at once. */
  isMailAway: boolean;
  /** Its round is not over: it may be handed over by another sender. */
  isUnderWay: boolean;
}

const isSummary = ({ kind }: Found) => kind === "missed_notifications";

/** One a page. A summary that reached nobody leaves what it was about, and whom it was tried with, to the one that waits. */
const beginSummary = (found: Found, { id, now, isUnderWay }: Missed): Statement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    SELECT ?3, n.page_id, ${kind}, n.page_id,
      max(?4, coalesce((SELECT max(m.sequence) + 1 FROM notice m WHERE m.kind = ${kind} AND m.subject_id = n.page_id), 0)), 'team',
      ${
        isSummary(found)
          ? "json_object('since', n.scope ->> '$.since', 'subjects', json_object(), 'reach', n.scope ->> '$.reach')"
          : "json_object('since', n.created_at, 'subjects', json_object())"
      }, ${missedLane}, ?4, ?4, max(?5, n.expires_at), ?4
    FROM notice n WHERE ${asFound("n", isUnderWay)}
      AND NOT EXISTS (SELECT 1 FROM notice m INDEXED BY notice_waiting WHERE ${waiting("m")} AND m.page_id = n.page_id)`,
  params: [found.id, found.round, id, now, now + youngFor],
});

/** Subject and how often it had been told, of what has just found nobody. */
const subjectsOf = (found: Found) =>
  isSummary(found)
    ? "SELECT o.key, o.value FROM notice n, json_each(n.scope, '$.subjects') o WHERE n.id = ?1"
    : `SELECT n.subject_id, ${timesTold("n.subject_id")} FROM notice n WHERE n.id = ?1`;

const addSubjects = (found: Found, { now, isMailAway, isUnderWay }: Missed): Statement => ({
  sql: `UPDATE notice INDEXED BY notice_waiting SET expires_at = max(expires_at, ?3, (SELECT n.expires_at FROM notice n WHERE n.id = ?1)), not_before = ?4, reason = ?5,
      scope = json_set(${isSummary(found) ? "scope" : "json_remove(scope, '$.reach')"}, '$.subjects', json((
        SELECT json_group_object(id, told) FROM (SELECT id, max(told) AS told FROM (
          SELECT s.key AS id, s.value AS told FROM json_each(notice.scope, '$.subjects') s UNION ALL ${subjectsOf(found)})
        GROUP BY id ORDER BY id DESC LIMIT ${subjectsAtMost}))))
    WHERE ${waiting("notice")} AND page_id = (SELECT n.page_id FROM notice n WHERE ${asFound("n", isUnderWay)})`,
  params: [found.id, found.round, now + youngFor, isMailAway ? now + probeEvery : now, isMailAway ? "mail_away" : null],
});

/** What found nobody is remembered until somebody can be told; in the batch that ends it, before its end. */
export const noteMissed = (found: Found, missed: Missed): Statement[] => [
  beginSummary(found, missed),
  addSubjects(found, missed),
];

/** The notice is over, and no sender finds anybody left of it. A summary that nobody got leaves nothing. */
export const endMissed = (found: Found, { isUnderWay }: Missed): Statement[] => [
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

/** The channels of a summary's page that would be told of it, as they are now; '' = none. */
const channelsOf = (n: string) => `coalesce((SELECT group_concat(c.id || '.' || c.version) FROM channel c
  WHERE c.page_id = ${n}.page_id AND c.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(c.events) e WHERE e.value IN (${listed(missedEvents)}))), '')`;

/** Others than those that it was tried with and that wanted none of it. */
const hasNewChannel = (n: string) => `${channelsOf(n)} NOT IN ('', coalesce(${n}.scope ->> '$.reach', ''))`;

/** After mail refused it no sooner than it is tried again; a later time is of a clock that was ahead. */
const mailMayTry = (n: string, now: number) => `(${n}.reason IS NOT 'mail_away' OR ${n}.not_before <= ${now}
  OR ${n}.not_before > ${now + probeEvery + clocksDiffer})`;

const hasMail = (n: string, now: number) => `EXISTS (SELECT 1 FROM mailer) AND ${mailMayTry(n, now)}
  AND EXISTS (SELECT 1 FROM membership m JOIN person p ON p.id = m.person_id WHERE m.page_id = ${n}.page_id
    AND m.role IN ('responder', 'admin', 'owner') AND p.email IS NOT NULL AND p.disabled_at IS NULL)`;

/** Somebody can be told, and nobody has muted the page. */
const canLeave = (n: string, now: number) => `(${hasNewChannel(n)} OR ${hasMail(n, now)})
  AND coalesce((SELECT p.muted_until FROM page p WHERE p.id = ${n}.page_id), 0) <= ${now}`;

/** So many leave in one minute; what is left goes with the next. */
const together = 200;

/** Column of the tick's question: some summary can leave, or is over. No row is read where none waits. */
export const missedDue = (now: number): string => `EXISTS (SELECT 1 FROM notice n INDEXED BY notice_waiting
  WHERE ${waiting("n")} AND (n.expires_at <= ${now} OR ${canLeave("n", now)}))`;

/** What is too old is over; what can leave goes into the team's line, once, as a notice of now. */
export const releaseMissed = (now: number): Statement[] => [
  {
    sql: `UPDATE notice INDEXED BY notice_waiting SET outcome = 'nobody', due_at = NULL
      WHERE ${waiting("notice")} AND expires_at <= ?1`,
    params: [now],
  },
  {
    sql: `UPDATE notice SET lane = ${lanes.team}, due_at = ?1, not_before = ?1, created_at = ?1, expires_at = ?2, reason = NULL,
        scope = json_set(scope, '$.reach', ${channelsOf("notice")})
      WHERE ${waiting("notice")} AND id IN (SELECT n.id FROM notice n INDEXED BY notice_waiting
        WHERE ${waiting("n")} AND ${canLeave("n", Math.floor(now))} LIMIT ${together})`,
    params: [now, now + youngFor],
  },
];

/** Ids of what found nobody on the page, waits to be told, and nobody was told of since. */
export const untoldOf = (pageId: SQL): SQL =>
  sql`(SELECT json_group_array(s.key) FROM notice w INDEXED BY notice_waiting, json_each(w.scope, '$.subjects') s
    WHERE ${sql.raw(waiting("w"))} AND w.page_id = ${pageId} AND ${sql.raw(timesTold("s.key"))} <= s.value)`;
