import type { SqlStatement } from "~/db/write";
import { newId } from "~/platform/ids";

/** Open incidents with the time of the last word on each, as in `clock/queries/stale`. */
const open = `SELECT i.id, i.page_id, i.next_update_at AS promised_at, p.nag_minutes * 60000 AS pace,
    coalesce((SELECT max(u.shown_at) FROM incident_update u WHERE u.incident_id = i.id), i.created_at) AS spoken_at
  FROM incident i JOIN page p ON p.id = i.page_id WHERE i.closed = 0`;

/**
 * Due reminders as in `status-page/rules/stale`, computed in whole numbers, because D1 passes every number as a real.
 */
const passed = `SELECT id, page_id, spoken_at, spoken_at + CAST((?1 - spoken_at) / pace AS INTEGER) * pace AS at
    FROM (${open}) WHERE pace > 0 AND spoken_at + pace <= ?1
  UNION SELECT id, page_id, spoken_at, promised_at FROM (${open}) WHERE promised_at <= ?1`;

/**
 * Marks reminders of open incidents that came due meanwhile as sent: the team gets the next one. Their ids start with
 * this instant, like all ids, and end randomly.
 */
export const skipOverdueRemindersStatement = (now: number): SqlStatement => ({
  sql: `INSERT OR IGNORE INTO notice
      (id, page_id, kind, subject_id, sequence, audience, scope, expires_at, outcome, created_at, cursor)
    SELECT ?2 || lower(hex(randomblob(8))), page_id, 'incident_stale', id, at, 'team',
      json_object('incident_id', id, 'since', spoken_at), ?1, 'cancelled', ?1, NULL
    FROM (${passed})`,
  params: [now, newId(now).slice(0, 10)],
});
