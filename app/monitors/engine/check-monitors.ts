import type { Ctx } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { remainingMeterBudget } from "~/platform/meter";
import type { MonitorShardRow } from "../queries/shard";
import { shardNeedsCheck, withAllChecksOwed } from "../rules/monitor-due";
import { openSelfCheckUrl } from "./self-check";
import {
  callShardCheckers,
  runShardBatchHere,
  runShardHere,
  type ShardCallsResult,
  sumShardCallsResults,
} from "./shard-calls";
import type { MonitorShardWork } from "./shard-work";

/** Time of a tick in which checks may start and end, in ms (docs/protocols.md, "Tick"). */
const maxCheckingMs = 20_000;

export interface CheckMonitorsInput {
  shards: readonly MonitorShardRow[];
  minute: number;
  /** Minutes between which the deployment was stopped, for shards not written since; null when it was not. */
  stood: { from: number; to: number } | null;
  selfCheckSealed: string | null;
  globalpingSealed: string | null;
  /** The day's time of Durable Objects is nearly spent. */
  sparesRetries: boolean;
}

/**
 * Minutes after which a shard that was not written is written without results: the state of its monitors is unknown.
 */
const unwrittenAfterMinutes = 10;
/** Most statements for a shard that is written without results. */
const writeStatements = 15;

const hasRoom = ({ meter }: Ctx) => remainingMeterBudget(meter) >= writeStatements;

const isUnwritten = ({ shard, minute }: MonitorShardWork) => minute - shard.minute >= unwrittenAfterMinutes;

const stalestFirst = (works: readonly MonitorShardWork[]) =>
  [...works].sort((one, other) => one.shard.minute - other.shard.minute);

/**
 * Writes shards without results when their invocation failed, because it cannot do so itself; otherwise their monitors
 * would keep their last, possibly green, state.
 */
async function noteFailed(
  ctx: Ctx,
  works: readonly MonitorShardWork[],
  done: ShardCallsResult,
): Promise<ShardCallsResult> {
  const old = works.filter((work) => done.failed.includes(work.shard.id) && isUnwritten(work));
  const all = [done];
  for (const work of stalestFirst(old)) if (hasRoom(ctx)) all.push(await runShardHere(ctx, { ...work, until: 0 }));
  return sumShardCallsResults(all);
}

/** Monitors that are checked together; their results are one batch. */
const monitorsPerBatch = 40;

function parts(works: readonly MonitorShardWork[]): MonitorShardWork[][] {
  const all: MonitorShardWork[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const work of works) {
    count += work.shard.plan.length;
    if (count > monitorsPerBatch) {
      all.push([]);
      count = work.shard.plan.length;
    }
    all.at(-1)?.push(work);
  }
  return all;
}

/**
 * Runs shards in this invocation, as far as it has room; shards that were not checked for long are written without
 * results.
 */
async function runTogether(ctx: Ctx, works: readonly MonitorShardWork[]): Promise<ShardCallsResult> {
  const all: ShardCallsResult[] = [];
  for (const part of parts(works)) {
    if (!hasRoom(ctx) && !part.some(isUnwritten)) continue;
    all.push(await runShardBatchHere(ctx, part));
    await yieldToRequests(ctx);
  }
  return sumShardCallsResults(all);
}

/**
 * Runs this minute's checks: in Durable Objects when they are bound, otherwise here, one shard after the other, as far
 * as the budget allows. Returns the pages that must settle.
 */
export async function checkMonitors(
  ctx: Ctx,
  { shards: given, minute, stood, selfCheckSealed, globalpingSealed: tokenSealed, sparesRetries }: CheckMonitorsInput,
): Promise<ShardCallsResult> {
  const stoppedAt = (shard: MonitorShardRow) => (stood !== null && shard.minute < stood.to ? stood.from : null);
  const shards = given.map((each) => (stoppedAt(each) === null ? each : withAllChecksOwed(each, minute)));
  const looking = shards.filter((each) => shardNeedsCheck(each, minute));
  if (looking.length === 0) return sumShardCallsResults([]);
  const selfCheck = await openSelfCheckUrl(ctx, selfCheckSealed);
  const until = ctx.now() + maxCheckingMs;
  const works = looking.map((shard) => ({
    shard,
    minute,
    stoppedAt: stoppedAt(shard),
    until,
    selfCheck,
    selfCheckSealed,
    tokenSealed,
    sparesRetries,
  }));
  if (ctx.bindings.CHECKER) return noteFailed(ctx, works, await callShardCheckers(ctx, works));
  return runTogether(ctx, stalestFirst(works));
}
