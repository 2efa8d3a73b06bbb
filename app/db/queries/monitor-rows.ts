import type { Statement } from "../write";
import { shardSize } from "./shard";

const listed = (ids: readonly string[]) => JSON.stringify(ids);
const among = (column: string) => `${column} IN (SELECT value FROM json_each(?2))`;

/** Guard: the shard is still there, and has room for one more that makes so many calls. */
export const roomInShard = (pageId: string, shardId: string, cost: number): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'monitor_shard' WHERE NOT EXISTS (SELECT 1 FROM monitor_shard h
    WHERE h.page_id = ?1 AND h.id = ?2 AND (SELECT coalesce(sum(m.cost), 0) FROM monitor m WHERE m.shard_id = h.id) <= ?3)`,
  params: [pageId, shardId, shardSize - cost],
});

/** Guard: with `added` checks an hour of these monitors the deployment stays within its plan. */
export const withinBudget = (ids: readonly string[], added: number, ceiling: number): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'monitor' WHERE ?1 + (SELECT coalesce(sum(60 / interval * cost), 0) FROM monitor
    WHERE paused_at IS NULL AND agent_id IS NULL AND NOT ${among("id")}) > ?3`,
  params: [added, listed(ids), ceiling * 60],
});

/** Guard: the deployment has fewer monitors than `limit`. */
export const fewerThan = (limit: number): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'monitor' WHERE (SELECT count(*) FROM monitor) >= ?1",
  params: [limit],
});

/** Alerts and their episodes end; found by the beginning of their ids, which is the monitor's. */
export const endAlertsOf = (pageId: string, ids: readonly string[], now: number): Statement[] => {
  const theirs = `SELECT a.id FROM json_each(?2) j JOIN alert a ON a.id >= j.value || '.' AND a.id < j.value || '/'
    WHERE a.page_id = ?1 AND a.state = 'firing'`;
  const params = [pageId, listed(ids), now];
  return [
    {
      sql: `UPDATE episode SET ended_at = ?3 WHERE page_id = ?1 AND ended_at IS NULL AND alert_id IN (${theirs})`,
      params,
    },
    {
      sql: `UPDATE alert SET state = 'resolved', ended_at = ?3, version = version + 1 WHERE id IN (${theirs})`,
      params,
    },
  ];
};

/** Monitors take their rules, groups, results and what depends on them with them; their alerts end. */
export const forgetMonitors = (pageId: string, ids: readonly string[], now: number): Statement[] => {
  const params = [pageId, listed(ids)];
  const rules = `SELECT r.id FROM rule r WHERE r.page_id = ?1 AND ${among("r.source_id")}`;
  const gone = (table: string, column: string) => ({
    sql: `DELETE FROM ${table} WHERE page_id = ?1 AND ${among(column)}`,
    params,
  });
  const results = (table: string) => ({
    sql: `DELETE FROM ${table} WHERE monitor_id IN (SELECT m.id FROM monitor m WHERE m.page_id = ?1 AND ${among("m.id")})`,
    params,
  });
  return [
    { sql: `DELETE FROM rule_component WHERE page_id = ?1 AND rule_id IN (${rules})`, params },
    gone("rule", "source_id"),
    gone("alert_group", "source_id"),
    ...endAlertsOf(pageId, ids, now),
    results("monitor_hour"),
    results("monitor_year"),
    {
      sql: `UPDATE source SET depends_on = NULL, version = version + 1 WHERE page_id = ?1 AND ${among("depends_on")}`,
      params,
    },
    gone("monitor", "id"),
    gone("source", "id"),
  ];
};
