import type { Statement } from "~/db/write";

interface Owner {
  id: string;
  pageId: string;
}

const numbers = "WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?3)";

/** So many firing alerts of one source with their episodes, made where they are. */
export const fillAlerts = ({ id, pageId }: Owner, count: number, now: number): Statement[] => [
  {
    sql: `${numbers} INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, group_key, started_at, first_seen_at, last_seen_at, flags)
      SELECT ?1 || '.bulk' || at, ?2, ?1, 'bulk' || at, 'firing', 'critical', 'Bulk ' || at, '{"team":"a"}', 'bulk', ?4 - at, ?4, ?4, '[]' FROM n`,
    params: [id, pageId, count, now],
  },
  {
    sql: `${numbers} INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at)
      SELECT ?1 || '.bulk' || at, ?4 - at, ?2, ?4 - at, ?4 FROM n`,
    params: [id, pageId, count, now],
  },
];

/** So many alerts of one source that are over, each a second before the last; all were told but the newest. */
export const fillRecovered = ({ id, pageId }: Owner, count: number, now: number): Statement[] => [
  {
    sql: `${numbers} INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, group_key, started_at, ended_at, resolved_received_at, first_seen_at, last_seen_at, flags)
      SELECT ?1 || '.over' || at, ?2, ?1, 'over' || at, 'resolved', 'critical', 'Over ' || at, '{}', '', ?4 - 1000 * at - 500, ?4 - 1000 * at, ?4 - 1000 * at, ?4, ?4, '[]' FROM n`,
    params: [id, pageId, count, now],
  },
  {
    sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, revision, due_at, expires_at, created_at)
      VALUES (?1 || '-told', ?2, 'alert_recovered', ?1, ?3, 'team', '{}', 0, NULL, ?3, ?3)`,
    params: [id, pageId, now - 1500],
  },
  { sql: "UPDATE settle SET recovered_at = ?2 WHERE page_id = ?1", params: [pageId, now] },
];

/** So many deliveries of one source. */
export const fillDeliveries = ({ id, pageId }: Owner, count: number, now: number): Statement[] => [
  {
    sql: `${numbers} INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals)
      SELECT ?1, 'bulk' || at, ?2, ?4 - at, '{}', '', '', 'accepted', '[]' FROM n`,
    params: [id, pageId, count, now],
  },
];
