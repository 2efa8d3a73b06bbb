import { sql } from "drizzle-orm";
import { hasNoticeToSend } from "~/notifications/queries/notice";
import { minuteMs } from "~/time/durations";
import { maxStampAheadMs } from "~/time/instants";

/** Time of the last email sent or failed; times that a wrong clock set ahead are ignored. */
const lastMailAt = (now: number) => {
  const known = (column: string) => `iif(${column} <= ${now + maxStampAheadMs}, ${column}, 0)`;
  const last = `max(${known("last_sent_at")}, ${known("last_failed_at")})`;
  return sql.raw(`coalesce((SELECT min(${now}, max(${last})) FROM mailer), 0)`);
};

/** Ages in whole minutes that are tested for waiting notices. */
const sendAges = [3, 2, 1];

/** Time since which notices wait, in whole minutes. */
const waitsSince = (now: number) =>
  sendAges.reduceRight(
    (newer, minutes) =>
      sql`CASE WHEN ${hasNoticeToSend(now - minutes * minuteMs)} THEN ${now - minutes * minuteMs} ELSE ${newer} END`,
    sql`${now}`,
  );

/** Null = nothing is waiting. A sending that ran a moment ago counts as waiting since then, however much is left. */
export const toSendSince = (now: number) =>
  sql<number | null>`CASE WHEN ${hasNoticeToSend(now)} THEN max(${waitsSince(now)}, ${lastMailAt(now)}) END`;
