import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import type { UsualResponseTime } from "../rules/monitor";
import { dueMonitors } from "../rules/monitor-due";
import { needsOtherPlaces } from "../rules/quorum";
import { monitorWithUsualTime } from "../rules/usual-time";
import { askOtherRegions } from "./ask-others";
import { askGlobalpingProbes } from "./ask-probes";
import { runMonitorChecks } from "./run-checks";
import { replaceResultsOfOwnOutage } from "./self-check";
import type { MonitorShardWork, ShardCheckResults, ShardMinuteInput } from "./shard-work";
import { advanceShardMinute } from "./step-shard";
import { readUsualResponseTimeByMonitor } from "./usual-times";

/** Most statements to write a minute: one read and fourteen in its batch. */
const writingStatements = 15;
/** Number of calls to check our own network: with one redirect, and one to find out why it failed. */
const selfCheckCalls = 3;

/** Returns the monitors that would change state by our own result, for which other places must be asked first. */
const turningOf = ({ shard, minute, stoppedAt = null }: ShardMinuteInput, seen: ShardCheckResults) =>
  advanceShardMinute({ shard, minute, stoppedAt }, seen).flatMap(({ monitor, stepped: { turn } }) => {
    const sight = seen.sights.get(monitor.id);
    if (!turn || !sight || !needsOtherPlaces(monitor, turn, sight.code)) return [];
    return [{ monitor, shardId: shard.id, state: shard.states[monitor.id], turn, sight }];
  });

/** Computes the usual response times at the end of a minute, because they can wait for one with enough budget. */
const usualNow = async (ctx: Ctx, works: readonly MonitorShardWork[], minute: number) =>
  remainingMeterBudget(ctx.meter) > writingStatements
    ? readUsualResponseTimeByMonitor(
        ctx,
        works.map(({ shard }) => shard),
        minute,
      )
    : new Map<string, UsualResponseTime>();

/** Checks all due monitors of the shards, six at once, and our own network once. */
export async function checkMonitorShards(
  ctx: Ctx,
  works: readonly [MonitorShardWork, ...MonitorShardWork[]],
): Promise<ShardCheckResults> {
  const [{ minute, until, selfCheck, tokenSealed = null, sparesRetries = false }] = works;
  const due = works.flatMap(({ shard }) =>
    dueMonitors(shard, minute).map((each) => monitorWithUsualTime(each, shard.states[each.id])),
  );
  const kept = writingStatements + (selfCheck === null ? 0 : selfCheckCalls);
  const owed = new Set(due.filter(({ id }) => works.some(({ shard }) => shard.states[id]?.owed)).map(({ id }) => id));
  const sights = await runMonitorChecks(ctx, due, { until, kept, owed, sparesRetries });
  const seen: ShardCheckResults = {
    sights: await replaceResultsOfOwnOutage(ctx, sights, selfCheck),
    opinions: new Map(),
    asked: new Map(),
  };
  const turning = works.flatMap((work) => turningOf(work, seen));
  const regional = await askOtherRegions(ctx, turning, { minute, kept: writingStatements, selfCheck });
  const asked = await askGlobalpingProbes(ctx, turning, regional, { minute, kept: writingStatements, tokenSealed });
  return { ...seen, ...asked, usual: await usualNow(ctx, works, minute) };
}
