import { type PageSignals, signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { mergePageStatements } from "~/db/rows-together";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { batchedShardMinuteStatements, shardMinuteStatements } from "../queries/shard";
import { repeatAlertSignals, verdictChangeSignals } from "../rules/monitor-alerts";
import { shardAfterMinuteStatements, shardRowOf } from "./shard-rows";
import type { MonitorAfterMinute, ShardAfterMinute, ShardCheckResults } from "./shard-work";

/**
 * Returns changes of state as signals of the alerts, and a request to settle when monitors fell silent or report again.
 */
function tellingOf(
  { shard, minute }: ShardAfterMinute["work"],
  made: readonly MonitorAfterMinute[],
  { sights }: ShardCheckResults,
): PageSignals {
  const said = made.flatMap(({ monitor, stepped: { turn, retold } }) => {
    const sight = sights.get(monitor.id);
    if (turn) return [{ sourceId: monitor.id, signals: verdictChangeSignals(monitor, turn, sight) }];
    return retold ? [{ sourceId: monitor.id, signals: repeatAlertSignals(monitor, retold, minute, sight) }] : [];
  });
  const silences = made.filter(({ stepped }) => stepped.silentSince !== undefined);
  const spoke = silences.flatMap(({ stepped: { spokeAt } }) => (spokeAt === null ? [] : [spokeAt * minuteMs]));
  const recoveredAt = spoke.length > 0 ? Math.max(...spoke) : null;
  const vouches = made.some(({ stepped: { turn } }) => turn?.from === "new");
  return { pageId: shard.pageId, said, settles: silences.length > 0, recoveredAt, vouches };
}

/** Writes any number of shards in one batch; returns the pages that have to settle. */
export async function writeMonitorShards(
  ctx: Ctx,
  judged: readonly ShardAfterMinute[],
  seen: ShardCheckResults,
): Promise<string[]> {
  const tellings = judged.map(({ work, made }) => tellingOf(work, made, seen));
  const signals = await signalStatementsOfPages(ctx, tellings);
  const moves = judged.some(({ work, made }) => shardRowOf(work, made).lookAt !== work.shard.lookAt);
  const keepOf = judged.length === 1 ? shardMinuteStatements : batchedShardMinuteStatements;
  const batches = judged.map((each, index) =>
    shardAfterMinuteStatements(ctx, each, seen, signals[index]?.statements ?? [], (row) => keepOf(row, moves)),
  );
  try {
    await runBatch(ctx, mergePageStatements(batches));
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return tellings.filter((_, index) => signals[index]?.settles).map(({ pageId }) => pageId);
}
