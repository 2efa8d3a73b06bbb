import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { hoursOf } from "../queries/monitor-hours";
import type { ShardRow } from "../queries/shard";
import type { MonitorState, PlannedMonitor, Usual } from "../rules/monitor";
import { firstUsualDue, nextUsual, usualOf, usualSince } from "../rules/usual-time";

type WatchedMonitor = Pick<PlannedMonitor, "id" | "watchedSince" | "inARow">;

/** Returns a monitor's usual response time from the rows of its hours: one statement, at most 169 rows. */
export async function findUsual(
  ctx: Ctx,
  monitor: WatchedMonitor,
  state: MonitorState | undefined,
  minute: number,
): Promise<Usual> {
  const [rows] = await read(ctx, hoursOf(ctx, [monitor.id], usualSince(monitor, minute)));
  return nextUsual(state?.usual, usualOf(rows, monitor.inARow), minute);
}

/**
 * Returns, by id, the usual response time of the first monitor that is due for it this minute; the others follow in
 * later minutes.
 */
export async function usualOfShards(
  ctx: Ctx,
  shards: readonly ShardRow[],
  minute: number,
): Promise<Map<string, Usual>> {
  for (const { plan, states } of shards) {
    const monitor = firstUsualDue(plan, states, minute);
    if (monitor) return new Map([[monitor.id, await findUsual(ctx, monitor, states[monitor.id], minute)]]);
  }
  return new Map();
}
