import { sql } from "drizzle-orm";
import { somethingToSend } from "~/notifications/queries/notice";
import { stampAhead } from "~/time/instants";

const aMinute = 60_000;

/** When a mail left, or could not, for the last time; what a wrong clock set ahead says nothing. */
const lastMailAt = (now: number) => {
  const known = (column: string) => `iif(${column} <= ${now + stampAhead}, ${column}, 0)`;
  const last = `max(${known("last_sent_at")}, ${known("last_failed_at")})`;
  return sql.raw(`coalesce((SELECT min(${now}, max(${last})) FROM mailer), 0)`);
};

/** How many whole minutes it is asked for how long something has waited to be sent. */
const sendAges = [3, 2, 1];

/** Since when, in whole minutes. */
const waitsSince = (now: number) =>
  sendAges.reduceRight(
    (newer, minutes) =>
      sql`CASE WHEN ${somethingToSend(now - minutes * aMinute)} THEN ${now - minutes * aMinute} ELSE ${newer} END`,
    sql`${now}`,
  );

/** Null = nothing is to be sent. A sending that was served a moment ago waits since then, however much it has left. */
export const toSendSince = (now: number) =>
  sql<number | null>`CASE WHEN ${somethingToSend(now)} THEN max(${waitsSince(now)}, ${lastMailAt(now)}) END`;
