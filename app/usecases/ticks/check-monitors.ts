import type { ShardRow } from "~/db/queries/shard";
import type { Ctx } from "~/platform/ctx";
import { needsLook } from "~/rules/monitor-due";
import { openSelfCheck } from "../deployment/self-check";
import { callShards, runHere, type ShardsDone } from "../monitors/elsewhere";

/** ms of a tick in which checks may begin and end (protocols §7). */
const checking = 20_000;

export interface Watch {
  shards: readonly ShardRow[];
  minute: number;
  selfCheckSealed: string | null;
}

/**
 * This minute's checks: in Durable Objects where they are bound, else here, one shard after the other, as far as the
 * invocation carries. Says which pages have to settle.
 */
export async function checkMonitors(ctx: Ctx, { shards, minute, selfCheckSealed }: Watch): Promise<ShardsDone> {
  const looking = shards.filter((each) => needsLook(each, minute));
  if (looking.length === 0) return { checked: 0, settles: [] };
  const selfCheck = await openSelfCheck(ctx, selfCheckSealed);
  const works = looking.map((shard) => ({ shard, minute, until: ctx.now() + checking, selfCheck }));
  if (ctx.bindings.CHECKER) return callShards(ctx, works);
  const settles: string[] = [];
  let checked = 0;
  for (const work of works) {
    const done = await runHere(ctx, work);
    checked += done.checked;
    settles.push(...done.settles);
  }
  return { checked, settles: [...new Set(settles)] };
}
