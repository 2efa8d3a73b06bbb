import type { Statement } from "~/db/write";
import { minuteMs } from "~/time/durations";
import { keepEvidence } from "../queries/evidence";
import type { KeptEvidence } from "../rules/evidence";
import type { ShardSights, SteppedMonitor, SteppedShard } from "./shard-work";

/**
 * Returns the evidence of a monitor that changed state: its first failing result, kept in its state; otherwise the
 * current one.
 */
function evidenceOf(
  { shard, minute }: SteppedShard["work"],
  { monitor: { id }, stepped: { turn } }: SteppedMonitor,
  { sights }: ShardSights,
) {
  const first = turn && shard.states[id]?.first;
  const isOfTurn = first && first.seenAt >= turn.at * minuteMs && first.seenAt <= minute * minuteMs;
  if (isOfTurn) return first;
  const evidence = sights.get(id)?.evidence;
  return evidence && ({ ...evidence, seenAt: minute * minuteMs } satisfies KeptEvidence);
}

/** Returns rows with the evidence of monitors that went down now, and once an hour of those that still are. */
export function evidenceRows(
  work: SteppedShard["work"],
  made: readonly SteppedMonitor[],
  sights: ShardSights,
): Statement[] {
  const { pageId } = work.shard;
  const seen = made.flatMap((each) => {
    const { turn, hour, state } = each.stepped;
    if (state.confirmed !== "down" || (turn === null && hour === null)) return [];
    const evidence = evidenceOf(work, each, sights);
    return evidence ? [{ monitorId: each.monitor.id, at: state.since * minuteMs, pageId, seen: evidence }] : [];
  });
  return keepEvidence(seen);
}
