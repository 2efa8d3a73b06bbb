import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { monitorHoursSinceQuery } from "../queries/monitor-hours";
import type { MonitorShardRow } from "../queries/shard";
import type { MonitorStateRecord, PlannedMonitor, UsualResponseTime } from "../rules/monitor";
import {
  firstMonitorWithUsualDue,
  nextUsualResponseTime,
  usualResponseMs,
  usualResponseWindowStartHour,
} from "../rules/usual-time";

type WatchedMonitor = Pick<PlannedMonitor, "id" | "watchedSince" | "inARow">;

/** Returns a monitor's usual response time from the rows of its hours: one statement, at most 169 rows. */
export async function findUsualResponseTime(
  ctx: Ctx,
  monitor: WatchedMonitor,
  state: MonitorStateRecord | undefined,
  minute: number,
): Promise<UsualResponseTime> {
  const [rows] = await readBatch(
    ctx,
    monitorHoursSinceQuery(ctx, [monitor.id], usualResponseWindowStartHour(monitor, minute)),
  );
  return nextUsualResponseTime(state?.usual, usualResponseMs(rows, monitor.inARow), minute);
}

/**
 * Returns, by id, the usual response time of the first monitor that is due for it this minute; the others follow in
 * later minutes.
 */
export async function readUsualResponseTimeByMonitor(
  ctx: Ctx,
  shards: readonly MonitorShardRow[],
  minute: number,
): Promise<Map<string, UsualResponseTime>> {
  for (const { plan, states } of shards) {
    const monitor = firstMonitorWithUsualDue(plan, states, minute);
    if (monitor) return new Map([[monitor.id, await findUsualResponseTime(ctx, monitor, states[monitor.id], minute)]]);
  }
  return new Map();
}
