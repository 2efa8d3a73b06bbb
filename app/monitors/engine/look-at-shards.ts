import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import type { Usual } from "../rules/monitor";
import { dueMonitors } from "../rules/monitor-due";
import { asksOthers } from "../rules/quorum";
import { withUsualTime } from "../rules/usual-time";
import { askOthers } from "./ask-others";
import { askProbes } from "./ask-probes";
import { runChecks } from "./run-checks";
import { trustedSights } from "./self-check";
import type { ShardSights, ShardWork, SteppingShard } from "./shard-work";
import { stepShard } from "./step-shard";
import { usualOfShards } from "./usual-times";

/** Most statements to write a minute: one read and fourteen in its batch. */
const writingStatements = 15;
/** Calls to check our own network: with one redirect, and one to find out why it failed. */
const selfCheckCalls = 3;

/** Returns the monitors that would change state by our own sight, and must first ask other places. */
const turningOf = ({ shard, minute, stoppedAt = null }: SteppingShard, seen: ShardSights) =>
  stepShard({ shard, minute, stoppedAt }, seen).flatMap(({ monitor, stepped: { turn } }) => {
    const sight = seen.sights.get(monitor.id);
    if (!turn || !sight || !asksOthers(monitor, turn, sight.code)) return [];
    return [{ monitor, shardId: shard.id, state: shard.states[monitor.id], turn, sight }];
  });

/** Computes the usual response times at the end of a minute, as they can wait for one with enough room. */
const usualNow = async (ctx: Ctx, works: readonly ShardWork[], minute: number) =>
  roomIn(ctx.meter) > writingStatements
    ? usualOfShards(
        ctx,
        works.map(({ shard }) => shard),
        minute,
      )
    : new Map<string, Usual>();

/** Checks all due monitors of the shards, six at once, and our own network once. */
export async function lookAtShards(ctx: Ctx, works: readonly [ShardWork, ...ShardWork[]]): Promise<ShardSights> {
  const [{ minute, until, selfCheck, tokenSealed = null, sparesRetries = false }] = works;
  const due = works.flatMap(({ shard }) =>
    dueMonitors(shard, minute).map((each) => withUsualTime(each, shard.states[each.id])),
  );
  const kept = writingStatements + (selfCheck === null ? 0 : selfCheckCalls);
  const owed = new Set(due.filter(({ id }) => works.some(({ shard }) => shard.states[id]?.owed)).map(({ id }) => id));
  const sights = await runChecks(ctx, due, { until, kept, owed, sparesRetries });
  const seen: ShardSights = {
    sights: await trustedSights(ctx, sights, selfCheck),
    opinions: new Map(),
    asked: new Map(),
  };
  const turning = works.flatMap((work) => turningOf(work, seen));
  const regional = await askOthers(ctx, turning, { minute, kept: writingStatements, selfCheck });
  const asked = await askProbes(ctx, turning, regional, { minute, kept: writingStatements, tokenSealed });
  return { ...seen, ...asked, usual: await usualNow(ctx, works, minute) };
}
