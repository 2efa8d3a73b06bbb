import type { SqlStatement } from "~/db/write";
import { minuteMs } from "~/time/durations";
import { storeEvidenceStatements } from "../queries/evidence";
import type { StoredEvidence } from "../rules/evidence";
import type { MonitorAfterMinute, ShardAfterMinute, ShardCheckResults } from "./shard-work";

/**
 * Returns the evidence of a monitor that changed state: that of its first failing result, which its state contains;
 * otherwise the current one.
 */
function evidenceOf(
  { shard, minute }: ShardAfterMinute["work"],
  { monitor: { id }, stepped: { turn } }: MonitorAfterMinute,
  { sights }: ShardCheckResults,
) {
  const first = turn && shard.states[id]?.first;
  const isOfTurn = first && first.seenAt >= turn.at * minuteMs && first.seenAt <= minute * minuteMs;
  if (isOfTurn) return first;
  const evidence = sights.get(id)?.evidence;
  return evidence && ({ ...evidence, seenAt: minute * minuteMs } satisfies StoredEvidence);
}

/** Returns rows with the evidence of monitors that went down now, and once an hour of those that still are. */
export function newEvidenceStatements(
  work: ShardAfterMinute["work"],
  made: readonly MonitorAfterMinute[],
  sights: ShardCheckResults,
): SqlStatement[] {
  const { pageId } = work.shard;
  const seen = made.flatMap((each) => {
    const { turn, hour, state } = each.stepped;
    if (state.confirmed !== "down" || (turn === null && hour === null)) return [];
    const evidence = evidenceOf(work, each, sights);
    return evidence ? [{ monitorId: each.monitor.id, at: state.since * minuteMs, pageId, seen: evidence }] : [];
  });
  return storeEvidenceStatements(seen);
}
