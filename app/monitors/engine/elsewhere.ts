import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { charge } from "~/platform/meter";
import type { PlannedMonitor, Sight } from "../rules/monitor";
import { mostCalls, shardsTogether } from "../rules/shards-together";
import { timeoutOf } from "../rules/sight";
import { inHands } from "./hands";
import { checkOnce } from "./run-checks";
import { type NoteSights, runShard, runShardsTogether, type ShardWork } from "./run-shard";
import { withoutUs } from "./self-check";
import { handOverBefore, type StandbyStore, standBy } from "./standby";

/** What an invocation answers of the shards that it was given: the pages that have to settle. */
export interface ShardsDone {
  checked: number;
  settles: string[];
  /** Shards that failed, or of whom nobody answered. */
  failed: string[];
  /** Rows that other invocations than the asking one read and wrote. */
  read: number;
  written: number;
}

/** ms that an answer may take, the checks' twenty seconds with it. */
const patience = 24_000;

const nothing: ShardsDone = { checked: 0, settles: [], failed: [], read: 0, written: 0 };

export const summed = (all: readonly ShardsDone[]): ShardsDone => ({
  checked: all.reduce((sum, each) => sum + each.checked, 0),
  settles: [...new Set(all.flatMap((each) => each.settles))],
  failed: all.flatMap((each) => each.failed),
  read: all.reduce((sum, each) => sum + each.read, 0),
  written: all.reduce((sum, each) => sum + each.written, 0),
});

export async function runHere(ctx: Ctx, work: ShardWork, note?: NoteSights): Promise<ShardsDone> {
  const { id, pageId } = work.shard;
  try {
    const { checked, settles } = await runShard(ctx, work, note);
    return { ...nothing, checked, settles: settles ? [pageId] : [] };
  } catch (error) {
    logLeft(ctx.log, "monitors.shard", error, { shard: id });
    return { ...nothing, failed: [id] };
  }
}

/** Several in this invocation, kept in one batch; where it fails as a whole none of them is. */
export async function runTogetherHere(ctx: Ctx, works: readonly ShardWork[], note?: NoteSights): Promise<ShardsDone> {
  try {
    return { ...nothing, ...(await runShardsTogether(ctx, works, note)) };
  } catch (error) {
    logLeft(ctx.log, "monitors.shards", error, { shards: works.length });
    return { ...nothing, failed: works.map(({ shard }) => shard.id) };
  }
}

/** So many are called by one to which they were handed on: it has nothing else to do. */
const callsOfHanded = 18;

/** At most so many parts of about the same size. */
function parts<T>(all: readonly T[], most: number): T[][] {
  const size = Math.ceil(all.length / most);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const unanswered = (works: readonly ShardWork[]): ShardsDone => ({
  ...nothing,
  failed: works.map(({ shard }) => shard.id),
});

/**
 * Small shards of all pages five checks to an invocation, all others in one of their own; and where these are more than one
 * can call, by way of others. A part that does not answer is no data, and first next minute: it is not done here again, as it
 * may be doing it still.
 */
export async function callShards(ctx: Ctx, works: readonly ShardWork[], most = mostCalls): Promise<ShardsDone> {
  if (works.length === 0) return nothing;
  const calls = parts(shardsTogether(works), most);
  charge(ctx.meter, "subrequests", calls.length);
  const done = calls.map(async (groups) => {
    const part = groups.flat();
    // One that hands on is never the one that it hands on to.
    const name = `${groups.length === 1 ? "shard" : `spread-${part.length}`}-${part[0]?.shard.id}`;
    const answer = await callChecker<ShardsDone>(ctx, { name }, "shards", part, patience);
    // One that is older than we are says less.
    return answer ? { ...nothing, ...answer } : unanswered(part);
  });
  return summed(await Promise.all(done));
}

function runGroup(ctx: Ctx, group: readonly ShardWork[], note?: NoteSights): Promise<ShardsDone> {
  const [first, ...others] = group as [ShardWork, ...ShardWork[]];
  return others.length === 0 ? runHere(ctx, first, note) : runTogetherHere(ctx, group, note);
}

/** What a checker does itself: what it saw while the database was away goes first, and what it cannot write now it keeps. */
async function runOwnGroup(ctx: Ctx, group: readonly ShardWork[], store: StandbyStore): Promise<ShardsDone> {
  const fail = (event: string) => (error: unknown) => {
    logLeft(ctx.log, event, error, { shards: group.length });
  };
  const before = await handOverBefore(ctx, store, group).catch((error) => {
    fail("standby.hand_over")(error);
    return { settles: [], works: group };
  });
  const sights = new Map<string, Sight>();
  const done = await runGroup(ctx, before.works, (seen) => {
    for (const [id, sight] of seen) sights.set(id, sight);
  });
  const failed = group.filter(({ shard }) => done.failed.includes(shard.id)).flatMap(({ shard }) => shard.plan);
  const unwritten = new Map([...sights].filter(([id]) => failed.some((each) => each.id === id)));
  await standBy(ctx, store, before.works, unwritten).catch(fail("standby.keep"));
  return { ...done, settles: [...new Set([...before.settles, ...done.settles])] };
}

/** In a checker: what shares an invocation is done here, more is handed on. */
export async function runShards(ctx: Ctx, given: unknown, store: StandbyStore | null = null): Promise<ShardsDone> {
  const works = given as ShardWork[];
  const [first, ...others] = shardsTogether(works);
  if (!first) return nothing;
  const own = () => (store ? runOwnGroup(ctx, first, store) : runGroup(ctx, first));
  const done = others.length === 0 ? await own() : await callShards(ctx, works, callsOfHanded);
  return { ...done, read: done.read + ctx.meter.read, written: done.written + ctx.meter.written };
}

/** In a checker near another place: one look at each; where its own network is away, it saw nothing. */
export async function checkFor(ctx: Ctx, given: unknown): Promise<Record<string, Sight>> {
  const { monitors, selfCheck } = given as { monitors: PlannedMonitor[]; selfCheck: string | null };
  const sights = new Map<string, Sight>();
  const look = (monitor: PlannedMonitor) => async () => {
    sights.set(monitor.id, await checkOnce(ctx, monitor, timeoutOf(monitor, monitors.length)));
    return true;
  };
  await inHands(monitors.map(look));
  return Object.fromEntries(await withoutUs(ctx, sights, selfCheck));
}
