import { hasNoticeToSendSql } from "~/notifications/queries/due-notices";
import { noticeLanesOfMinute } from "~/notifications/rules/notice";
import { minuteMs } from "~/time/durations";
import { maxStampAheadMs } from "~/time/instants";

/** Time of the last email sent or failed; times that a wrong clock set ahead are ignored. */
const lastMailAt = (now: string) => {
  const known = (column: string) => `iif(${column} <= ${now} + ${maxStampAheadMs}, ${column}, 0)`;
  const last = `max(${known("last_sent_at")}, ${known("last_failed_at")})`;
  return `coalesce((SELECT min(${now}, max(${last})) FROM mailer), 0)`;
};

/** Ages in whole minutes that are tested for waiting notices. */
const sendAges = [3, 2, 1];

/** Time since which notices wait, in whole minutes. */
const waitsSince = (now: string, minute: number) =>
  sendAges.reduceRight((newer, minutes) => {
    const then = `(${now} - ${minutes * minuteMs})`;
    const asked = noticeLanesOfMinute((minute - minutes) * minuteMs);
    return `CASE WHEN ${hasNoticeToSendSql(then, asked)} THEN ${then} ELSE ${newer} END`;
  }, now);

/**
 * Returns a column with the time since which notices wait, or null. After a recent run of the sender this is the time
 * of that run, however much is left. `now` is a parameter of the statement, within that minute.
 */
export const noticesDueSinceColumn = (now: string, minute: number): string =>
  `(CASE WHEN ${hasNoticeToSendSql(now, noticeLanesOfMinute(minute * minuteMs))}
    THEN max(${waitsSince(now, minute)}, ${lastMailAt(now)}) END)`;
