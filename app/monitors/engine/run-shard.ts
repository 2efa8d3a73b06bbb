import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { OverBudgetError } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import { type MonitorShardRow, monitorShardByIdQuery } from "../queries/shard";
import type { MonitorCheckResult } from "../rules/monitor";
import { isSameCheckPlan, isShardMinuteWritten, shardNeedsCheck } from "../rules/monitor-due";
import { checkMonitorShards } from "./look-at-shards";
import type { MonitorShardWork, ShardCheckResults } from "./shard-work";
import { advanceShardMinute } from "./step-shard";
import { writeMonitorShards } from "./write-shards";

/** Result of one minute of a shard. */
export interface MonitorShardRunResult {
  checked: number;
  /** True when the page has to settle. */
  settles: boolean;
}

/** Reads the shard again, because a monitor was changed meanwhile; null when the minute is already written. */
async function fresh(ctx: Ctx, { shard, minute }: MonitorShardWork): Promise<MonitorShardRow | null> {
  const [[row]] = await readBatch(ctx, monitorShardByIdQuery(ctx, shard.id));
  return row && !isShardMinuteWritten(row.minute, minute) ? row : null;
}

const find = ({ plan }: MonitorShardRow, id: string) => plan.find((each) => each.id === id);

/** Returns what was seen without monitors whose target was changed meanwhile. */
function stillTold(seen: ShardCheckResults, before: MonitorShardRow, now: MonitorShardRow): ShardCheckResults {
  const told = (id: string) => isSameCheckPlan(find(before, id), find(now, id));
  const only = <T>(all: Map<string, T>) => new Map([...all].filter(([id]) => told(id)));
  return { ...seen, sights: only(seen.sights), opinions: only(seen.opinions), asked: only(seen.asked) };
}

/** Decides and writes one shard; decides again with the current plan when a monitor was changed meanwhile. */
async function writeShard(ctx: Ctx, work: MonitorShardWork, seen: ShardCheckResults): Promise<string[]> {
  let current: MonitorShardRow | null = work.shard;
  return decideWithRetry(ctx, async () => {
    current ??= await fresh(ctx, work);
    if (!current) return [];
    const own = { ...work, shard: current };
    current = null;
    const told = stillTold(seen, work.shard, own.shard);
    return writeMonitorShards(ctx, [{ work: own, made: advanceShardMinute(own, told) }], told);
  });
}

/** Callback that receives the sights before they are written. */
export type CheckResultsCallback = (sights: ReadonlyMap<string, MonitorCheckResult>) => void;

const noteNothing: CheckResultsCallback = () => undefined;

/**
 * Runs one minute of a shard: checks due monitors, judges the results, asks other places before a state changes, and
 * writes everything in one batch. A check that did not run is no data, and runs first in the next minute. Idempotent.
 */
export async function runMonitorShard(
  ctx: Ctx,
  work: MonitorShardWork,
  note: CheckResultsCallback = noteNothing,
): Promise<MonitorShardRunResult> {
  if (!shardNeedsCheck(work.shard, work.minute)) return { checked: 0, settles: false };
  const seen = await checkMonitorShards(ctx, [work]);
  note(seen.sights);
  return { checked: seen.sights.size, settles: (await writeShard(ctx, work, seen)).length > 0 };
}

export interface ShardGroupRunResult {
  checked: number;
  /** Pages that have to settle. */
  settles: string[];
  /** Shards that could not be written. */
  failed: string[];
}

/** Writes each shard separately after one of them lost a race, as far as the invocation's budget allows. */
async function writeSingly(
  ctx: Ctx,
  works: readonly MonitorShardWork[],
  seen: ShardCheckResults,
): Promise<Omit<ShardGroupRunResult, "checked">> {
  const done: Omit<ShardGroupRunResult, "checked"> = { settles: [], failed: [] };
  for (const work of works) {
    try {
      done.settles.push(...(await writeShard(ctx, work, seen)));
    } catch (error) {
      logDeferredWork(ctx.log, "monitors.shard", error, { shard: work.shard.id });
      done.failed.push(work.shard.id);
    }
  }
  return done;
}

/** Does the same for several shards of one minute, whose rows are written by the same statements. */
export async function runMonitorShardGroup(
  ctx: Ctx,
  given: readonly MonitorShardWork[],
  note: CheckResultsCallback = noteNothing,
): Promise<ShardGroupRunResult> {
  const [first, ...others] = given.filter(({ shard, minute }) => shardNeedsCheck(shard, minute));
  if (!first) return { checked: 0, settles: [], failed: [] };
  const works: [MonitorShardWork, ...MonitorShardWork[]] = [first, ...others];
  const seen = await checkMonitorShards(ctx, works);
  note(seen.sights);
  const judged = works.map((work) => ({ work, made: advanceShardMinute(work, seen) }));
  const checked = seen.sights.size;
  try {
    return { checked, settles: await writeMonitorShards(ctx, judged, seen), failed: [] };
  } catch (error) {
    if (error instanceof OverBudgetError || error instanceof DatabaseAwayError) throw error;
    ctx.log.warn("monitors.singly", { shards: works.length, reason: String(error) });
    return { checked, ...(await writeSingly(ctx, works, seen)) };
  }
}
