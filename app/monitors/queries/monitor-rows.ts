import { monitorShardTable, monitorTable } from "~/db/schema";
import { guardRowsStatement, guardTableStatement, pageIdOfRowSql, rowsWithPageId, type SqlStatement } from "~/db/write";
import { maxMonitorsPerShard } from "./shard";

const listed = (ids: readonly string[]) => JSON.stringify(ids);
const among = (column: string) => `${column} IN (SELECT value FROM json_each(?2))`;

/** Fails the batch unless the shard exists and has room for a monitor with this number of calls. */
export const guardShardCapacityStatement = (pageId: string, shardId: string, cost: number): SqlStatement =>
  guardTableStatement(
    monitorShardTable,
    {
      unless: `page_id = ?1 AND id = ?2
        AND (SELECT coalesce(sum(m.cost), 0) FROM monitor m WHERE m.shard_id = monitor_shard.id) <= ?3`,
    },
    [pageId, shardId, maxMonitorsPerShard - cost],
  );

/** Fails the batch when one of these shards is deleted or has more calls than `room`. */
export const guardShardCapacitiesStatements = (
  pageId: string,
  rows: readonly { id: string; room: number }[],
): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        guardRowsStatement(monitorShardTable, rowsWithPageId(pageId, rows), {
          unless: `id = j.value->>'$.id' AND page_id = ${pageIdOfRowSql}
            AND (SELECT coalesce(sum(m.cost), 0) FROM monitor m WHERE m.shard_id = monitor_shard.id) <= j.value->>'$.room'`,
        }),
      ];

/** Fails the batch unless the deployment stays within its plan with `added` checks an hour of these monitors. */
export const guardCheckBudgetStatement = (ids: readonly string[], added: number, ceiling: number): SqlStatement =>
  guardTableStatement(
    monitorTable,
    {
      lost: `?1 + (SELECT coalesce(sum(60 / interval * cost), 0) FROM monitor
        WHERE paused_at IS NULL AND agent_id IS NULL AND NOT ${among("id")}) > ?3`,
    },
    [added, listed(ids), ceiling * 60],
  );

/** Fails the batch unless the deployment has fewer monitors than `limit`. */
export const guardMonitorLimitStatement = (limit: number): SqlStatement =>
  guardTableStatement(monitorTable, { lost: "(SELECT count(*) FROM monitor) >= ?1" }, [limit]);

/** Ends the monitors' alerts and firings, which are found by the prefix of their ids, the monitor's id. */
export const endMonitorAlertStatements = (pageId: string, ids: readonly string[], now: number): SqlStatement[] => {
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

const goneFrom = (table: string, column: string, params: unknown[]): SqlStatement => ({
  sql: `DELETE FROM ${table} WHERE page_id = ?1 AND ${among(column)}`,
  params,
});

/** Deletes the rules and groups of deleted monitors or heartbeats and dependencies on them, and ends their alerts. */
const forgetOrigins = (pageId: string, ids: readonly string[], now: number): SqlStatement[] => {
  const params = [pageId, listed(ids)];
  const rules = `SELECT r.id FROM rule r WHERE r.page_id = ?1 AND ${among("r.source_id")}`;
  return [
    { sql: `DELETE FROM rule_component WHERE page_id = ?1 AND rule_id IN (${rules})`, params },
    goneFrom("rule", "source_id", params),
    goneFrom("alert_group", "source_id", params),
    ...endMonitorAlertStatements(pageId, ids, now),
    {
      sql: `UPDATE source SET depends_on = NULL, version = version + 1 WHERE page_id = ?1 AND ${among("depends_on")}`,
      params,
    },
    goneFrom("source", "id", params),
  ];
};

/** Deletes another table's rows that belong to the page's rows of `table` with these ids. */
const goneWith = (
  pageId: string,
  ids: readonly string[],
  { from, column, of }: Record<"from" | "column" | "of", string>,
) => ({
  sql: `DELETE FROM ${from} WHERE ${column} IN (SELECT m.id FROM ${of} m WHERE m.page_id = ?1 AND ${among("m.id")})`,
  params: [pageId, listed(ids)],
});

/** Deletes monitors with their rules, groups and results, and dependencies on them; ends their alerts. */
export const deleteMonitorStatements = (pageId: string, ids: readonly string[], now: number): SqlStatement[] => [
  goneWith(pageId, ids, { from: "monitor_hour", column: "monitor_id", of: "monitor" }),
  goneWith(pageId, ids, { from: "monitor_year", column: "monitor_id", of: "monitor" }),
  goneFrom("monitor", "id", [pageId, listed(ids)]),
  ...forgetOrigins(pageId, ids, now),
];

/** Deletes heartbeats with their rules, groups and pings; ends their alerts. */
export const deleteHeartbeatStatements = (pageId: string, ids: readonly string[], now: number): SqlStatement[] => [
  goneWith(pageId, ids, { from: "ping_body", column: "heartbeat_id", of: "heartbeat" }),
  goneFrom("heartbeat", "id", [pageId, listed(ids)]),
  ...forgetOrigins(pageId, ids, now),
];
