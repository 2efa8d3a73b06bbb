import type { MonitorState, PlannedMonitor } from "./monitor";
import { dueMonitors, type Shard } from "./monitor-due";
import { asksOthers } from "./quorum";

/** A shard as it was read, and the minute (UTC ms / 60,000) that it is looked at for. */
export interface Looking {
  shard: Shard & { id: string; lookAt: number | null };
  minute: number;
}

/** The most calls that a check of any kind makes, redirects among them. */
export const callsOfCheck = 9;

/** Beyond what its settings make it cost when all is well: as many redirects as are followed, or one look at why it failed. */
export const callsBeyondCost = 3;

/**
 * So many calls of checks, done again ones with them, share an invocation. Six run at once, so none waits for another; and if
 * each is redirected three times, their twenty still fit into what Free gives one invocation.
 */
export const checksTogether = 5;

/** The last minute that it was to be looked at in is in: what it keeps could be written. */
const isOnTime = ({ shard: { minute: written, lookAt }, minute }: Looking): boolean =>
  lookAt === 0 ? written === minute - 1 : lookAt === minute * 60_000;

const isWell = (state: MonitorState | undefined): boolean =>
  state?.confirmed === "up" && state.run.length === 0 && state.silentSince === null && !state.owed;

/** Who turns at its first bad result asks other places in that minute, which may take long. */
const asksAtOnce = (monitor: PlannedMonitor): boolean =>
  monitor.inARow < 2 && asksOthers(monitor, { from: "up", to: "down" });

/** How much of an invocation it takes; what is not well, late or new takes a whole one. */
function shareOf(looking: Looking): number {
  const { shard, minute } = looking;
  const running = shard.plan.filter(({ paused }) => !paused);
  const isCalm = running.every((each) => isWell(shard.states[each.id]) && !asksAtOnce(each));
  if (!isCalm || !isOnTime(looking)) return checksTogether;
  return dueMonitors(shard, minute).reduce((sum, { cost = callsOfCheck, retries }) => sum + cost * (1 + retries), 0);
}

/**
 * Which shards are looked at by one invocation, whosever pages they are of. A part of the groups, put together again, falls
 * into the same groups: who is given several needs to be told nothing more.
 */
export function shardsTogether<Work extends Looking>(works: readonly Work[]): Work[][] {
  const sorted = [...works].sort((one, other) => (one.shard.id < other.shard.id ? -1 : 1));
  const shares = sorted.map((work) => ({ work, share: shareOf(work) }));
  const groups = shares.filter(({ share }) => share >= checksTogether).map(({ work }) => [work]);
  let room = -1;
  for (const { work, share } of shares.filter((each) => each.share < checksTogether)) {
    if (share > room) {
      groups.push([]);
      room = checksTogether;
    }
    groups.at(-1)?.push(work);
    room -= share;
  }
  return groups;
}

/** So many invocations are called from one; where there are more, by way of others. */
export const mostCalls = 12;

/** About how many invocations a quiet minute takes, where shards have so many monitors on average. */
export function callsOfMinute({ shards, monitors }: { shards: number; monitors: number }): number {
  const groups = Math.min(shards, Math.ceil(monitors / checksTogether));
  return groups > mostCalls ? groups + mostCalls : groups;
}
