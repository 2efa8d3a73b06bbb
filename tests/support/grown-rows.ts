import type { Statement } from "~/db/write";
import { fillAlerts, fillDeliveries } from "./bulk-alerts";
import { fillChanges } from "./bulk-changes";
import type { TestPage } from "./page";

const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";
const hour = 3600_000;

/** So many notices of one page that wait for an hour that has not come. */
const fillNotices = ({ id }: TestPage, count: number, now: number): Statement[] => [
  {
    sql: `${numbers} INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
      SELECT ?1 || '-n' || i, ?1, 'maintenance_reminder', ?1 || '-m' || i, 1, 'subscribers', '{}', 2, ?3, ?3, ?3 + 1, ?4 FROM n`,
    params: [id, count, now + 24 * hour, now],
  },
];

const fillSubscribers = ({ id }: TestPage, count: number, now: number): Statement[] => [
  {
    sql: `${numbers} INSERT INTO subscriber (page_id, id, address, scope, component_ids, state, language, time_zone, confirmations_at, created_at, updated_at)
      SELECT ?1, 's' || i, 's' || i || '@example.com', 'page', '[]', 'active', 'en', 'Etc/UTC', '[]', ?3, ?3 FROM n`,
    params: [id, count, now],
  },
];

/** So many rules of another source, beside a vendor that reports a problem of a component. */
const fillRules = ({ id, sourceId, components }: TestPage, count: number, now: number): Statement[] => {
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
      sql: `${numbers} INSERT INTO rule (id, page_id, source_id, position, match, group_by, created_at, updated_at)
        SELECT ?3 || '-' || i, ?1, ?3, i, '{}', '[]', ?4, ?4 FROM n`,
      params: [id, count, sourceId, now],
    },
  ];
};

const source = ({ id, sourceId }: TestPage) => ({ id: sourceId, pageId: id });

/** What may be of a page in any number, and must not be walked by what runs by itself. */
export const grown: Record<string, (page: TestPage, count: number, now: number) => Statement[]> = {
  "firing alerts": (page, count, now) => fillAlerts(source(page), count, now),
  deliveries: (page, count, now) => fillDeliveries(source(page), count, now),
  "changes today": (page, count, now) =>
    fillChanges({ pageId: page.id, componentId: page.components[0] as string }, count, now - 12 * hour, now - 60_000),
  "notices waiting": fillNotices,
  "rules beside a vendor": fillRules,
  subscribers: fillSubscribers,
};
