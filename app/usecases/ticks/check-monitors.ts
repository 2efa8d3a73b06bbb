import type { ShardRow } from "~/db/queries/shard";
import type { Ctx } from "~/platform/ctx";
import { statementLimit } from "~/platform/meter";
import { needsLook } from "~/rules/monitor-due";
import { openSelfCheck } from "../deployment/self-check";
import { callShards, runHere, type ShardsDone, summed } from "../monitors/elsewhere";
import type { ShardWork } from "../monitors/run-shard";

/** ms of a tick in which checks may begin and end (protocols §7). */
const checking = 20_000;

export interface Watch {
  shards: readonly ShardRow[];
  minute: number;
  selfCheckSealed: string | null;
}

/** Minutes after which a shard that nobody wrote is written without results: what it observes is unknown. */
const unwritten = 10;
/** Statements at the most of a shard that is written without results. */
const writing = 15;

const hasRoom = ({ meter }: Ctx) => meter.statements + meter.subrequests + writing < statementLimit;

const isUnwritten = ({ shard, minute }: ShardWork) => minute - shard.minute >= unwritten;

const stalestFirst = (works: readonly ShardWork[]) =>
  [...works].sort((one, other) => one.shard.minute - other.shard.minute);

/** An invocation that fails notes nothing, so we do: else what its shard observes would stay as it was, green. */
async function noteFailed(ctx: Ctx, works: readonly ShardWork[], done: ShardsDone): Promise<ShardsDone> {
  const old = works.filter((work) => done.failed.includes(work.shard.id) && isUnwritten(work));
  const all = [done];
  for (const work of stalestFirst(old)) if (hasRoom(ctx)) all.push(await runHere(ctx, { ...work, until: 0 }));
  return summed(all);
}

/**
 * This minute's checks: in Durable Objects where they are bound, else here, one shard after the other, as far as the
 * invocation carries. Says which pages have to settle.
 */
export async function checkMonitors(ctx: Ctx, { shards, minute, selfCheckSealed }: Watch): Promise<ShardsDone> {
  const looking = shards.filter((each) => needsLook(each, minute));
  if (looking.length === 0) return summed([]);
  const selfCheck = await openSelfCheck(ctx, selfCheckSealed);
  const works = looking.map((shard) => ({ shard, minute, until: ctx.now() + checking, selfCheck }));
  if (ctx.bindings.CHECKER) return noteFailed(ctx, works, await callShards(ctx, works));
  const all: ShardsDone[] = [];
  for (const work of stalestFirst(works)) if (hasRoom(ctx) || isUnwritten(work)) all.push(await runHere(ctx, work));
  return summed(all);
}
