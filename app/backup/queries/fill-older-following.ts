import type { SqlStatement } from "~/db/write";

const hears = (...events: string[]) =>
  `CASE WHEN json_valid(events) THEN EXISTS (SELECT 1 FROM json_each(channel.events) e
    WHERE e.value IN (${events.map((each) => `'${each}'`).join(", ")})) END`;

const alsoHears = (event: string, ...others: string[]) =>
  `UPDATE channel SET events = json_insert(events, '$[#]', '${event}')
    WHERE ${hears(...others)} AND NOT ${hears(event)}`;

/**
 * Sets the edited parts of incidents, and the notifications about their alerts, for a file from before 0044_following,
 * which has neither: as that migration does for existing rows (tests/laws/following-of-before compares the two).
 */
export const fillOlderFollowingStatements: SqlStatement[] = [
  `UPDATE incident SET edited_parts = '["title","text","impact","components"]' WHERE edited = 1 OR origin = 'person'`,
  `UPDATE incident SET following = '{"over":{},"team":null,"visitors":null,"adopts":true}' WHERE closed = 0`,
  "UPDATE incident SET stale_before = version",
  alsoHears("incident_worsened", "draft_opened", "incident_opened"),
  alsoHears("unassigned", "draft_opened", "incident_opened", "alert_fired"),
].map((sql) => ({ sql, params: [] }));
