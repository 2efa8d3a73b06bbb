import { minuteMs } from "~/time/durations";
import type { MonitorStateRecord, PlannedMonitor } from "./monitor";
import { dueMonitors, type MonitorShard } from "./monitor-due";
import { needsOtherPlaces } from "./quorum";

/** A shard as it was read, and the minute (UTC ms / 60,000) for which it is checked. */
export interface ShardAtMinute {
  shard: MonitorShard & { id: string; lookAt: number | null };
  minute: number;
}

/** Most calls that a check of any kind makes, including redirects. */
export const maxCallsPerCheck = 9;

/**
 * Number of calls beyond the cost of a successful check: as many as the redirects that are followed, or one to find out
 * why it failed.
 */
export const maxExtraCallsPerCheck = 3;

/**
 * Number of calls of checks, repeated ones included, that share an invocation. Six run at once, so none waits for
 * another; and with three redirects each, their twenty still fit into one invocation on the Free plan.
 */
export const checksPerInvocation = 5;

/** Returns true when the last minute in which it was due was written: its results could be stored. */
const isOnTime = ({ shard: { minute: written, lookAt }, minute }: ShardAtMinute): boolean =>
  lookAt === 0 ? written === minute - 1 : lookAt === minute * minuteMs;

const isWell = (state: MonitorStateRecord | undefined): boolean =>
  state?.confirmed === "up" && state.run.length === 0 && state.silentSince === null && !state.owed;

/**
 * Returns true for a monitor that changes state at its first bad result: it asks other places in that minute, which may
 * take long.
 */
const asksAtOnce = (monitor: PlannedMonitor): boolean =>
  monitor.inARow < 2 && needsOtherPlaces(monitor, { from: "up", to: "down" });

/** Returns the share of an invocation that a shard takes; an unwell, late or new one takes a whole invocation. */
function shareOf(looking: ShardAtMinute): number {
  const { shard, minute } = looking;
  const running = shard.plan.filter(({ paused }) => !paused);
  const isCalm = running.every((each) => isWell(shard.states[each.id]) && !asksAtOnce(each));
  if (!isCalm || !isOnTime(looking)) return checksPerInvocation;
  return dueMonitors(shard, minute).reduce(
    (sum, { cost = maxCallsPerCheck, retries }) => sum + cost * (1 + retries),
    0,
  );
}

/**
 * Groups shards of any pages by invocation. Some of the groups, put together again, form the same groups: a checker
 * that is given several needs no more information.
 */
export function groupShardsByInvocation<Work extends ShardAtMinute>(works: readonly Work[]): Work[][] {
  const sorted = [...works].sort((one, other) => (one.shard.id < other.shard.id ? -1 : 1));
  const shares = sorted.map((work) => ({ work, share: shareOf(work) }));
  const groups = shares.filter(({ share }) => share >= checksPerInvocation).map(({ work }) => [work]);
  let room = -1;
  for (const { work, share } of shares.filter((each) => each.share < checksPerInvocation)) {
    if (share > room) {
      groups.push([]);
      room = checksPerInvocation;
    }
    groups.at(-1)?.push(work);
    room -= share;
  }
  return groups;
}

/** Maximum number of invocations that one invocation calls directly; it calls further ones through others. */
export const maxDirectCalls = 12;

/** Returns about how many invocations a quiet minute takes, with an average number of monitors per shard. */
export function checkerCallsPerMinute({ shards, monitors }: { shards: number; monitors: number }): number {
  const groups = Math.min(shards, Math.ceil(monitors / checksPerInvocation));
  return groups > maxDirectCalls ? groups + maxDirectCalls : groups;
}
