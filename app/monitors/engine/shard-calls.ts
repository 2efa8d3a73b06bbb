import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { chargeMeter } from "~/platform/meter";
import type { MonitorCheckResult, PlannedMonitor } from "../rules/monitor";
import { groupShardsByInvocation, maxDirectCalls } from "../rules/shards-together";
import { checkTimeoutMs } from "../rules/sight";
import { runTasksInParallel } from "./hands";
import { checkMonitorOnce } from "./run-checks";
import { type CheckResultsCallback, runMonitorShard, runMonitorShardGroup } from "./run-shard";
import { replaceResultsOfOwnOutage } from "./self-check";
import type { MonitorShardWork } from "./shard-work";
import { handOverStandbyResults, type StandbyStore, saveStandby } from "./standby";

/** Answer of an invocation about its shards, with the pages that have to settle. */
export interface ShardCallsResult {
  checked: number;
  settles: string[];
  /** Shards that failed or got no answer. */
  failed: string[];
  /** Rows read and written by other invocations than the calling one. */
  read: number;
  written: number;
}

/** Longest wait for an answer, in ms, including twenty seconds of checks. */
const callTimeoutMs = 24_000;

const nothing: ShardCallsResult = { checked: 0, settles: [], failed: [], read: 0, written: 0 };

export const sumShardCallsResults = (all: readonly ShardCallsResult[]): ShardCallsResult => ({
  checked: all.reduce((sum, each) => sum + each.checked, 0),
  settles: [...new Set(all.flatMap((each) => each.settles))],
  failed: all.flatMap((each) => each.failed),
  read: all.reduce((sum, each) => sum + each.read, 0),
  written: all.reduce((sum, each) => sum + each.written, 0),
});

export async function runShardHere(
  ctx: Ctx,
  work: MonitorShardWork,
  note?: CheckResultsCallback,
): Promise<ShardCallsResult> {
  const { id, pageId } = work.shard;
  try {
    const { checked, settles } = await runMonitorShard(ctx, work, note);
    return { ...nothing, checked, settles: settles ? [pageId] : [] };
  } catch (error) {
    logDeferredWork(ctx.log, "monitors.shard", error, { shard: id });
    return { ...nothing, failed: [id] };
  }
}

/**
 * Runs several shards in this invocation and writes them in one batch; when it fails as a whole, no shard is written.
 */
export async function runShardBatchHere(
  ctx: Ctx,
  works: readonly MonitorShardWork[],
  note?: CheckResultsCallback,
): Promise<ShardCallsResult> {
  try {
    return { ...nothing, ...(await runMonitorShardGroup(ctx, works, note)) };
  } catch (error) {
    logDeferredWork(ctx.log, "monitors.shards", error, { shards: works.length });
    return { ...nothing, failed: works.map(({ shard }) => shard.id) };
  }
}

/** Most calls of a checker to which shards were handed on: it has no other work. */
const maxForwardedCalls = 18;

/** Splits into at most `most` parts of about the same size. */
function parts<T>(all: readonly T[], most: number): T[][] {
  const size = Math.ceil(all.length / most);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const unanswered = (works: readonly MonitorShardWork[]): ShardCallsResult => ({
  ...nothing,
  failed: works.map(({ shard }) => shard.id),
});

/**
 * Calls checkers. Small shards of all pages share an invocation of five checks, others have their own; when these are
 * too many calls, checkers pass shards on. A part without a response is not run here, because it may still be running:
 * it is no data, and runs first in the next minute.
 */
export async function callShardCheckers(
  ctx: Ctx,
  works: readonly MonitorShardWork[],
  most = maxDirectCalls,
): Promise<ShardCallsResult> {
  if (works.length === 0) return nothing;
  const calls = parts(groupShardsByInvocation(works), most);
  chargeMeter(ctx.meter, "subrequests", calls.length);
  const done = calls.map(async (groups) => {
    const part = groups.flat();
    // A checker that hands shards on never hands them to itself, because the names differ.
    const name = `${groups.length === 1 ? "shard" : `spread-${part.length}`}-${part[0]?.shard.id}`;
    const answer = await callChecker<ShardCallsResult>(ctx, { name }, "shards", part, callTimeoutMs);
    // A checker of an older version returns fewer fields.
    return answer ? { ...nothing, ...answer } : unanswered(part);
  });
  return sumShardCallsResults(await Promise.all(done));
}

function runGroup(
  ctx: Ctx,
  group: readonly MonitorShardWork[],
  note?: CheckResultsCallback,
): Promise<ShardCallsResult> {
  const [first, ...others] = group as [MonitorShardWork, ...MonitorShardWork[]];
  return others.length === 0 ? runShardHere(ctx, first, note) : runShardBatchHere(ctx, group, note);
}

/**
 * Runs a checker's own shards: first it hands over results from while the database was away; results that it cannot
 * write now it keeps.
 */
async function runOwnGroup(
  ctx: Ctx,
  group: readonly MonitorShardWork[],
  store: StandbyStore,
): Promise<ShardCallsResult> {
  const fail = (event: string) => (error: unknown) => {
    logDeferredWork(ctx.log, event, error, { shards: group.length });
  };
  const before = await handOverStandbyResults(ctx, store, group).catch((error) => {
    fail("standby.hand_over")(error);
    return { settles: [], works: group };
  });
  const sights = new Map<string, MonitorCheckResult>();
  const done = await runGroup(ctx, before.works, (seen) => {
    for (const [id, sight] of seen) sights.set(id, sight);
  });
  const failed = group.filter(({ shard }) => done.failed.includes(shard.id)).flatMap(({ shard }) => shard.plan);
  const unwritten = new Map([...sights].filter(([id]) => failed.some((each) => each.id === id)));
  await saveStandby(ctx, store, before.works, unwritten).catch(fail("standby.keep"));
  return { ...done, settles: [...new Set([...before.settles, ...done.settles])] };
}

/** Runs in a checker: checks shards that fit into one invocation here, and passes further ones on. */
export async function handleShardsCall(
  ctx: Ctx,
  given: unknown,
  store: StandbyStore | null = null,
): Promise<ShardCallsResult> {
  const works = given as MonitorShardWork[];
  const [first, ...others] = groupShardsByInvocation(works);
  if (!first) return nothing;
  const own = () => (store ? runOwnGroup(ctx, first, store) : runGroup(ctx, first));
  const done = others.length === 0 ? await own() : await callShardCheckers(ctx, works, maxForwardedCalls);
  return { ...done, read: done.read + ctx.meter.read, written: done.written + ctx.meter.written };
}

/**
 * Runs in a checker close to another place: checks each monitor once; when its own network is down, the sights have no
 * vote.
 */
export async function handleOpinionCall(ctx: Ctx, given: unknown): Promise<Record<string, MonitorCheckResult>> {
  const { monitors, selfCheck } = given as { monitors: PlannedMonitor[]; selfCheck: string | null };
  const sights = new Map<string, MonitorCheckResult>();
  const look = (monitor: PlannedMonitor) => async () => {
    sights.set(monitor.id, await checkMonitorOnce(ctx, monitor, checkTimeoutMs(monitor, monitors.length)));
    return true;
  };
  await runTasksInParallel(monitors.map(look));
  return Object.fromEntries(await replaceResultsOfOwnOutage(ctx, sights, selfCheck));
}
