import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { logLeftWork } from "~/platform/log-left-work";
import { OverBudget } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import { type ShardRow, shardById } from "../queries/shard";
import type { Sight } from "../rules/monitor";
import { isSameQuestion, isTaken, needsLook } from "../rules/monitor-due";
import { lookAtShards } from "./look-at-shards";
import type { ShardSights, ShardWork } from "./shard-work";
import { stepShard } from "./step-shard";
import { writeShards } from "./write-shards";

/** Result of one minute of a shard. */
export interface ShardRun {
  checked: number;
  /** True when the page has to settle. */
  settles: boolean;
}

/** Reads the shard again, because a monitor was changed meanwhile; null when the minute is already written. */
async function fresh(ctx: Ctx, { shard, minute }: ShardWork): Promise<ShardRow | null> {
  const [[row]] = await read(ctx, shardById(ctx, shard.id));
  return row && !isTaken(row.minute, minute) ? row : null;
}

const find = ({ plan }: ShardRow, id: string) => plan.find((each) => each.id === id);

/** Returns what was seen without monitors whose target was changed meanwhile. */
function stillTold(seen: ShardSights, before: ShardRow, now: ShardRow): ShardSights {
  const told = (id: string) => isSameQuestion(find(before, id), find(now, id));
  const only = <T>(all: Map<string, T>) => new Map([...all].filter(([id]) => told(id)));
  return { ...seen, sights: only(seen.sights), opinions: only(seen.opinions), asked: only(seen.asked) };
}

/** Decides and writes one shard; decides again with the current plan when a monitor was changed meanwhile. */
async function writeShard(ctx: Ctx, work: ShardWork, seen: ShardSights): Promise<string[]> {
  let current: ShardRow | null = work.shard;
  return decideWithRetry(ctx, async () => {
    current ??= await fresh(ctx, work);
    if (!current) return [];
    const own = { ...work, shard: current };
    current = null;
    const told = stillTold(seen, work.shard, own.shard);
    return writeShards(ctx, [{ work: own, made: stepShard(own, told) }], told);
  });
}

/** Callback that receives the sights before they are written. */
export type NoteSights = (sights: ReadonlyMap<string, Sight>) => void;

const noteNothing: NoteSights = () => undefined;

/**
 * Runs one minute of a shard: checks due monitors, judges, asks other places before a state changes, and writes all in
 * one batch. A check that did not run is no data, and comes first in the next minute. Idempotent.
 */
export async function runShard(ctx: Ctx, work: ShardWork, note: NoteSights = noteNothing): Promise<ShardRun> {
  if (!needsLook(work.shard, work.minute)) return { checked: 0, settles: false };
  const seen = await lookAtShards(ctx, [work]);
  note(seen.sights);
  return { checked: seen.sights.size, settles: (await writeShard(ctx, work, seen)).length > 0 };
}

export interface ShardsRun {
  checked: number;
  /** Pages that have to settle. */
  settles: string[];
  /** Shards that could not be written. */
  failed: string[];
}

/** Writes each shard separately, after one of them lost a race, as far as the invocation has room. */
async function writeSingly(
  ctx: Ctx,
  works: readonly ShardWork[],
  seen: ShardSights,
): Promise<Omit<ShardsRun, "checked">> {
  const done: Omit<ShardsRun, "checked"> = { settles: [], failed: [] };
  for (const work of works) {
    try {
      done.settles.push(...(await writeShard(ctx, work, seen)));
    } catch (error) {
      logLeftWork(ctx.log, "monitors.shard", error, { shard: work.shard.id });
      done.failed.push(work.shard.id);
    }
  }
  return done;
}

/** Does the same for several shards of one minute, whose rows are written by the same statements. */
export async function runShardsTogether(
  ctx: Ctx,
  given: readonly ShardWork[],
  note: NoteSights = noteNothing,
): Promise<ShardsRun> {
  const [first, ...others] = given.filter(({ shard, minute }) => needsLook(shard, minute));
  if (!first) return { checked: 0, settles: [], failed: [] };
  const works: [ShardWork, ...ShardWork[]] = [first, ...others];
  const seen = await lookAtShards(ctx, works);
  note(seen.sights);
  const judged = works.map((work) => ({ work, made: stepShard(work, seen) }));
  const checked = seen.sights.size;
  try {
    return { checked, settles: await writeShards(ctx, judged, seen), failed: [] };
  } catch (error) {
    if (error instanceof OverBudget || error instanceof DatabaseAwayError) throw error;
    ctx.log.warn("monitors.singly", { shards: works.length, reason: String(error) });
    return { checked, ...(await writeSingly(ctx, works, seen)) };
  }
}
