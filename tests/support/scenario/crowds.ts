import type { SqlStatement } from "~/db/write";
import type { TestPage } from "./page";
import { hour, minute } from "./time";

interface Owner {
  id: string;
  pageId: string;
}

/** Rows `n` from 1 to the count, which is this parameter. */
const numbers = (count: "?2" | "?3") =>
  `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${count})`;

/** Creates so many firing alerts of one source with their episodes, within the database. */
export const fillAlerts = ({ id, pageId }: Owner, count: number, now: number): SqlStatement[] => [
  {
    sql: `${numbers("?3")} INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, group_key, started_at, first_seen_at, last_seen_at, flags)
      SELECT ?1 || '.bulk' || at, ?2, ?1, 'bulk' || at, 'firing', 'critical', 'Bulk ' || at, '{"team":"a"}', 'bulk', ?4 - at, ?4, ?4, '[]' FROM n`,
    params: [id, pageId, count, now],
  },
  {
    sql: `${numbers("?3")} INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at)
      SELECT ?1 || '.bulk' || at, ?4 - at, ?2, ?4 - at, ?4 FROM n`,
    params: [id, pageId, count, now],
  },
];

/**
 * Creates so many recovered alerts of one source, each a second before the previous; all except the newest were
 * notified.
 */
export const fillRecovered = ({ id, pageId }: Owner, count: number, now: number): SqlStatement[] => [
  {
    sql: `${numbers("?3")} INSERT INTO alert (id, page_id, source_id, key, state, severity, title, labels, group_key, started_at, ended_at, resolved_received_at, first_seen_at, last_seen_at, flags)
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

/** Creates so many deliveries of one source. */
export const fillDeliveries = ({ id, pageId }: Owner, count: number, now: number): SqlStatement[] => [
  {
    sql: `${numbers("?3")} INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals)
      SELECT ?1, 'bulk' || at, ?2, ?4 - at, '{}', '', '', 'accepted', '[]' FROM n`,
    params: [id, pageId, count, now],
  },
];

interface Flapping {
  pageId: string;
  componentId: string;
}

/**
 * Creates so many changes of one observed layer between two instants, within the database; the last one makes it
 * operational.
 */
export const fillChanges = (
  { pageId, componentId }: Flapping,
  count: number,
  from: number,
  to: number,
): SqlStatement[] => [
  {
    sql: `${numbers("?3")} INSERT INTO status_change (page_id, component_id, id, layer, from_status, to_status, at, recorded_at, sequence, cause)
      SELECT ?1, ?2, 'bulk' || at, 'observed', iif((?3 - at) % 2, 'operational', 'major_outage'),
        iif((?3 - at) % 2, 'major_outage', 'operational'), CAST(?4 + at * (?5 - ?4) / (?3 + 1) AS INTEGER), CAST(?4 + at * (?5 - ?4) / (?3 + 1) AS INTEGER), at, 'alert' FROM n`,
    params: [pageId, componentId, count, from, to],
  },
  { sql: "UPDATE settle SET timeline = ?2 WHERE page_id = ?1", params: [pageId, count] },
];

/** Creates so many notices of one page that are not due yet. */
const fillNotices = ({ id }: TestPage, count: number, now: number): SqlStatement[] => [
  {
    sql: `${numbers("?2")} INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
      SELECT ?1 || '-n' || at, ?1, 'maintenance_reminder', ?1 || '-m' || at, 1, 'subscribers', '{}', 2, ?3, ?3, ?3 + 1, ?4 FROM n`,
    params: [id, count, now + 24 * hour, now],
  },
];

const fillSubscribers = ({ id }: TestPage, count: number, now: number): SqlStatement[] => [
  {
    sql: `${numbers("?2")} INSERT INTO subscriber (page_id, id, address, scope, component_ids, state, language, time_zone, confirmations_at, created_at, updated_at)
      SELECT ?1, 's' || at, 's' || at || '@example.com', 'page', '[]', 'active', 'en', 'Etc/UTC', '[]', ?3, ?3 FROM n`,
    params: [id, count, now],
  },
];

/** Creates so many rules of another source, beside a vendor that reports a problem of a component. */
const fillRules = ({ id, sourceId, components }: TestPage, count: number, now: number): SqlStatement[] => {
  const params = [id, `${id}-vendor`, now];
  return [
    {
      sql: `INSERT INTO source (id, page_id, family, kind, name, token_hash, token_sealed, settings_sealed, created_at, updated_at)
        VALUES (?2, ?1, 'monitor', 'vendor', 'Vendor', ?2, '', '', ?3, ?3)`,
      params,
    },
    {
      sql: `INSERT INTO rule (id, page_id, source_id, position, match, group_by, created_at, updated_at)
        VALUES (?2 || '-rule', ?1, ?2, 0, '{}', '[]', ?3, ?3)`,
      params,
    },
    {
      sql: "INSERT INTO rule_component (page_id, rule_id, component_id, status) VALUES (?1, ?2 || '-rule', ?3, 'operational')",
      params: [id, `${id}-vendor`, components[0] as string],
    },
    {
      sql: `INSERT INTO alert (id, page_id, source_id, key, state, title, labels, started_at, first_seen_at, last_seen_at, flags)
        VALUES (?2 || '.down', ?1, ?2, 'down', 'firing', 'Vendor', '{"monitor":"Vendor","link":"https://example.com/"}', ?3, ?3, ?3, '[]')`,
      params,
    },
    {
      sql: `${numbers("?2")} INSERT INTO rule (id, page_id, source_id, position, match, group_by, created_at, updated_at)
        SELECT ?3 || '-' || at, ?1, ?3, at, '{}', '[]', ?4, ?4 FROM n`,
      params: [id, count, sourceId, now],
    },
  ];
};

const source = ({ id, sourceId }: TestPage) => ({ id: sourceId, pageId: id });

/** Rows that a page may have in any number, so that automatic work must not scan them. */
export const grown: Record<string, (page: TestPage, count: number, now: number) => SqlStatement[]> = {
  "firing alerts": (page, count, now) => fillAlerts(source(page), count, now),
  deliveries: (page, count, now) => fillDeliveries(source(page), count, now),
  "changes today": (page, count, now) =>
    fillChanges({ pageId: page.id, componentId: page.components[0] as string }, count, now - 12 * hour, now - minute),
  "notices waiting": fillNotices,
  "rules beside a vendor": fillRules,
  subscribers: fillSubscribers,
};
