import { stepMonitor } from "../rules/shard-step";
import type { ShardSights, SteppedMonitor, SteppingShard } from "./shard-work";

/** Decides the state of each monitor of a shard after this minute. */
export function stepShard({ shard, minute, stoppedAt = null }: SteppingShard, seen: ShardSights): SteppedMonitor[] {
  return shard.plan.map((monitor) => ({
    monitor,
    stepped: stepMonitor(monitor, { minute, stoppedAt, shard, ...seen }),
  }));
}
