import { monitorTable, sourceTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { MonitorByIdRow } from "./queries/monitor";
import { endMonitorAlertStatements } from "./queries/monitor-rows";
import { rebuildShardPlanStatement } from "./queries/shard";

const shardsOf = (rows: readonly MonitorByIdRow[]) => [...new Set(rows.map((each) => each.shardId))];

/** Rebuilds the plans of their shards. */
export const rebuildPlansOfMonitorsStatement = (pageId: string, rows: readonly MonitorByIdRow[]): SqlStatement =>
  rebuildShardPlanStatement(pageId, shardsOf(rows));

/**
 * Stops the checks: the states are unknown, and no alerts are firing. A monitor that was paused before keeps its pause.
 */
export function pauseMonitorStatements(ctx: Ctx, pageId: string, rows: readonly MonitorByIdRow[]): SqlStatement[] {
  const now = ctx.now();
  const stopped = rows.map(({ id, pausedAt }) => ({ id, pausedAt: pausedAt ?? now, updatedAt: now }));
  const silent = rows.map(({ id, pausedAt, silentSince }) => {
    return { id, silentSince: pausedAt === null ? now : silentSince, updatedAt: now };
  });
  const ids = rows.map(({ id }) => id);
  return [
    ...updateRowsStatements(monitorTable, pageId, stopped),
    ...updateRowsStatements(sourceTable, pageId, silent),
    ...endMonitorAlertStatements(pageId, ids, now),
    rebuildPlansOfMonitorsStatement(pageId, rows),
  ];
}

/**
 * Starts the checks again with new states, as results from before the pause do not count. A running monitor stays
 * unchanged.
 */
export function resumeMonitorStatements(ctx: Ctx, pageId: string, rows: readonly MonitorByIdRow[]): SqlStatement[] {
  const now = ctx.now();
  const stopped = rows.filter(({ pausedAt }) => pausedAt !== null);
  const fresh = { pausedAt: null, watchedSince: now, state: "new" as const, stateSince: now, updatedAt: now };
  return [
    ...updateRowsStatements(
      monitorTable,
      pageId,
      stopped.map(({ id }) => ({ id, ...fresh })),
    ),
    ...updateRowsStatements(
      sourceTable,
      pageId,
      stopped.map(({ id }) => ({ id, updatedAt: now })),
    ),
    rebuildPlansOfMonitorsStatement(pageId, rows),
  ];
}
