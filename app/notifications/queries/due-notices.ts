import { eq, getTableColumns, sql } from "drizzle-orm";
import { channelDeliveriesDueSql } from "~/channels/queries/channel";
import { deploymentTable, mailerTable, noticeTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import type { SqlStatement } from "~/db/write";
import { maxNoticeWaitMs, retryDelaysMs } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";
import { contactWayNoticeLanes, noticeLanes, noticeLanesWithoutReminders } from "../rules/notice";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;
export type DueNotice = NoticeRow & { built: number };

const built = sql<number>`coalesce((SELECT s.built FROM snapshot s WHERE s.page_id = notice.page_id AND s.part = 'home' AND s.audience = 'public'), 0)`;

const waitingPlace = (
  from: string,
) => `(SELECT printf('%02d', m.lane) || m.page_id FROM notice m INDEXED BY notice_waiting
    WHERE m.due_at IS NOT NULL AND m.lane <= l.last AND ${from} ORDER BY m.lane, m.page_id LIMIT 1)`;

/**
 * SQL for a key after all rows of the page and lane: SQLite looks a pair up by `>=` and would otherwise read its rows.
 */
const placeEnd = `(CAST(substr(l.place, 1, 2) AS INTEGER), substr(l.place, 3), ${Number.MAX_SAFE_INTEGER})`;

/** Returns runs of neighbouring lanes, which are walked together: each end of a walk costs a row, too. */
const runsOf = (given: readonly number[]): [first: number, last: number][] =>
  given
    .filter((lane) => !given.includes(lane - 1))
    .map((first) => [first, given.find((lane) => lane >= first && !given.includes(lane + 1)) ?? first]);

/**
 * SQL for the pages with waiting notices by lane, which skips through the index and reads one row for each page instead
 * of each notice.
 */
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
  .map((_, index) => `WHEN ${index + 1} THEN ${maxNoticeWaitMs(index + 1, maxWaitMs) + maxClockDifferenceMs}`)
  .join(" ")} ELSE ${maxWaitMs} END`;
const waitsInVain = (now: string) => `reason IS NOT 'no_mailer' AND not_before > ${now} + ${longestOfRound}`;

/** True when a notice waits longer than it may; looks at the next few such notices of each page. */
export const hasOverdueNoticeSql = (
  now: string,
): string => `(CASE WHEN EXISTS (SELECT 1 FROM notice INDEXED BY notice_waiting WHERE due_at IS NOT NULL)
    THEN EXISTS (WITH RECURSIVE ${heads(noticeLanesWithoutReminders)} SELECT 1 FROM head h WHERE EXISTS (
      SELECT 1 FROM (SELECT m.round, m.reason, m.not_before FROM notice m INDEXED BY notice_waiting WHERE m.due_at IS NOT NULL AND m.lane = h.lane
        AND m.page_id = h.page_id AND m.not_before > ${now} + ${maxWaitMs}
      ORDER BY m.not_before LIMIT ${maxDuePages}) WHERE ${waitsInVain(now)})) END)`;

/** Makes notices that wait too long due now. */
export const endLongNoticeWaitsStatement = (now: number): SqlStatement => ({
  sql: `UPDATE notice INDEXED BY notice_waiting SET due_at = min(due_at, ?1), not_before = ?1
    WHERE due_at IS NOT NULL AND lane IN (${noticeLanesWithoutReminders.join(", ")}) AND not_before > ?1 + ${maxWaitMs}
      AND ${waitsInVain("?1")}`,
  params: [now],
});

/** Most notices of a page and lane that are looked at together, and most of email and of the team. */
export const maxNoticesPerPage = 4;
const noticesPerLine = 12;

/**
 * SQL for the order of notices: lower lanes first, and within a lane one of each page in turn. The team's lane
 * alternates with the others, and a different one is first each minute, so that a small budget is shared.
 */
const turns = (now: string, minute: number, given: readonly number[]) => `(WITH RECURSIVE ${heads(given)},
  found AS (SELECT j.value ->> 0 AS id, h.lane, j.value ->> 1 AS not_before, j.key AS nth
    FROM head h CROSS JOIN json_each((SELECT json_group_array(json_array(id, not_before)) FROM
      (SELECT m.id, m.not_before ${dueOfHead(now)} ORDER BY m.not_before, m.id LIMIT ${maxNoticesPerPage}))) j),
  placed AS (SELECT id, lane, row_number() OVER (PARTITION BY lane = ${noticeLanes.team} ORDER BY lane, nth, not_before, id) AS place FROM found)
  SELECT id AS turn_id, row_number() OVER (ORDER BY lane <> ${noticeLanes.screen}, place,
    (lane = ${noticeLanes.team}) = ${minute % 2}) AS turn FROM placed WHERE place <= ${noticesPerLine})`;

/** Due notices of these lanes, in the order in which they are handled. */
export const dueNoticesQuery = ({ db }: Db, now: number, given: readonly number[]) =>
  db
    .select({ ...getTableColumns(noticeTable), built: built.as("built") })
    .from(withInstantSql((at) => turns(at, Math.floor(now / minuteMs), given), now))
    .crossJoin(noticeTable)
    .where(sql`notice.id = turn_id`)
    .orderBy(sql`turn`);

/** Notices of a page's lane that have not started, the longest due first. */
export const unstartedNoticesOfLaneQuery = (
  { db }: Db,
  { pageId, lane }: Pick<NoticeRow, "pageId" | "lane">,
  now: number,
  limit: number,
) =>
  db
    .select({ ...getTableColumns(noticeTable), built: built.as("built") })
    .from(noticeTable)
    .where(
      sql`due_at IS NOT NULL AND lane = ${lane} AND page_id = ${pageId} AND not_before <= ${Math.floor(now)} AND expanded_at IS NULL`,
    )
    .orderBy(sql`not_before, id`)
    .limit(limit);

/** Lanes of ways in which something is due, as a JSON list. */
const waysDue = (now: string) => `(WITH RECURSIVE ${heads(contactWayNoticeLanes)}
  SELECT json_group_array(DISTINCT h.lane) FROM head h WHERE EXISTS (SELECT 1 ${dueOfHead(now)}))`;

/** State of the mailers and of due work: failing since, number of mailers, channels due, ways due. */
export const noticeSendingStateQuery = ({ db }: Db, now: number) =>
  db
    .select({
      failingSince: deploymentTable.mailFailingSince,
      mailers: sql<number>`(SELECT count(*) FROM ${mailerTable})`.as("mailers"),
      toChannels: sql<number>`${withInstantSql(channelDeliveriesDueSql, now)}`.as("to_channels"),
      ways: sql<string>`${withInstantSql(waysDue, now)}`.as("ways"),
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

/**
 * SQL that is true when email or channels have something due at `at` (SQL for an instant). It reads one row of each
 * when nothing waits, the usual case. `asked` has the lanes to read.
 */
export const hasNoticeToSendSql = (
  at: string,
  asked: readonly number[],
): string => `(EXISTS (SELECT 1 FROM notice INDEXED BY notice_waiting WHERE due_at IS NOT NULL)
      AND EXISTS (WITH RECURSIVE ${heads(asked)} SELECT 1 FROM head h WHERE EXISTS (SELECT 1 ${dueOfHead(at)}))
    OR EXISTS (SELECT 1 FROM channel_delivery INDEXED BY channel_delivery_waiting WHERE due_at IS NOT NULL)
      AND ${channelDeliveriesDueSql(at)})`;
