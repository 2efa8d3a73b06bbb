import { advanceMonitorMinute } from "../rules/shard-step";
import type { MonitorAfterMinute, ShardCheckResults, ShardMinuteInput } from "./shard-work";

/** Decides the state of each monitor of a shard after this minute. */
export function advanceShardMinute(
  { shard, minute, stoppedAt = null }: ShardMinuteInput,
  seen: ShardCheckResults,
): MonitorAfterMinute[] {
  return shard.plan.map((monitor) => ({
    monitor,
    stepped: advanceMonitorMinute(monitor, { minute, stoppedAt, shard, ...seen }),
  }));
}
