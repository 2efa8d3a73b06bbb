import type { MonitorState, PlannedMonitor } from "./monitor";

/** Its results are brought by an agent or a checker of somebody's own: nothing of it is ours to do, or to call missed. */
export const isReported = ({ every }: Pick<PlannedMonitor, "every">): boolean => (every ?? 0) > 0;

/** Minutes (UTC ms / 60,000) after which a monitor without a result is silent: two intervals and a little more. */
export const silentAfter = ({ interval, every = 0 }: Pick<PlannedMonitor, "interval" | "every">): number =>
  2 * Math.max(interval, every) + 3;

const minuteOf = (at: number) => Math.floor(at / 60_000);

/** A shard's last minute may be that far ahead of a tick that comes late; more is a clock that moved. */
export const aheadAllowed = 5;

export const isTaken = (shardMinute: number, minute: number): boolean =>
  shardMinute >= minute && shardMinute <= minute + aheadAllowed;

export const isScheduled = (monitor: PlannedMonitor, minute: number): boolean =>
  !monitor.paused &&
  !isReported(monitor) &&
  minute > minuteOf(monitor.watchedSince) - 1 &&
  (minute - monitor.phase) % monitor.interval === 0;

/** Checked this minute: by its schedule, because it is owed a check, waits for an answer, or nobody has ever looked. */
export const isDue = (monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): boolean =>
  !monitor.paused &&
  !isReported(monitor) &&
  (!state || state.last === null || state.owed || state.asked !== undefined || isScheduled(monitor, minute));

/** Whether what was found out for one plan is an answer for another one of the same monitor. */
export const isSameQuestion = (one: PlannedMonitor | undefined, other: PlannedMonitor | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.kind === other.kind &&
  one.settingsSealed === other.settingsSealed &&
  one.watchedSince === other.watchedSince;

const lastSign = (monitor: PlannedMonitor, state: MonitorState | undefined) =>
  state?.last ?? minuteOf(monitor.watchedSince);

/** Nothing was found out for too long. */
export const isSilent = (monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): boolean =>
  minute - lastSign(monitor, state) > silentAfter(monitor);

export const fallsSilent = (monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): boolean =>
  !monitor.paused && (state?.silentSince ?? null) === null && isSilent(monitor, state, minute);

/** From when on nothing is known of one that falls silent: when its next result should have been there. */
export const silenceBegins = (monitor: PlannedMonitor, state: MonitorState | undefined): number =>
  lastSign(monitor, state) + (state?.last == null ? 0 : monitor.interval);

export interface Shard {
  minute: number;
  plan: readonly PlannedMonitor[];
  states: Readonly<Record<string, MonitorState>>;
}

/** The monitors to check this minute: first those that are owed one, then those that waited longest. */
export function dueMonitors({ plan, states }: Shard, minute: number): PlannedMonitor[] {
  const waited = (each: PlannedMonitor) => states[each.id]?.last ?? 0;
  const owed = (each: PlannedMonitor) => (states[each.id]?.owed ? 0 : 1);
  return plan
    .filter((each) => isDue(each, states[each.id], minute))
    .sort((one, other) => owed(one) - owed(other) || waited(one) - waited(other));
}

/** After a standstill all that we look at is owed a check, so that what looks vouches from the first minute on. */
export const allOwed = <T extends Shard>(shard: T, minute: number): T =>
  isTaken(shard.minute, minute)
    ? shard
    : {
        ...shard,
        states: Object.fromEntries(Object.entries(shard.states).map(([id, state]) => [id, { ...state, owed: true }])),
      };

/** False when there is nothing to check and nothing to notice: the row is not written this minute. */
export function needsLook(shard: Shard, minute: number): boolean {
  if (isTaken(shard.minute, minute)) return false;
  return shard.plan.some((each) => {
    const state = shard.states[each.id];
    const speaksAgain = !each.paused && state?.silentSince != null && state.heardAt !== null;
    return speaksAgain || isDue(each, state, minute) || fallsSilent(each, state, minute);
  });
}

/** Of one that is reported there is only silence to notice, and its end. */
function nextNotice(monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): number {
  if (monitor.paused) return Number.POSITIVE_INFINITY;
  if ((state?.silentSince ?? null) === null) {
    return Math.max(lastSign(monitor, state) + silentAfter(monitor) + 1, minute + 1);
  }
  return state?.heardAt == null ? Number.POSITIVE_INFINITY : minute + 1;
}

/** The first minute after this one with something to do for a monitor, if nobody does anything before. */
function nextNeed(monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): number {
  if (isReported(monitor)) return nextNotice(monitor, state, minute);
  const at = nextCheckAt(monitor, minute * 60_000);
  if (at === null) return Number.POSITIVE_INFINITY;
  const waits =
    state &&
    state.last !== null &&
    !state.owed &&
    state.asked === undefined &&
    (state.silentSince === null || state.heardAt === null);
  if (!waits) return minute + 1;
  const silent = lastSign(monitor, state) + silentAfter(monitor) + 1;
  return Math.min(at / 60_000, state.silentSince === null ? Math.max(silent, minute + 1) : Number.POSITIVE_INFINITY);
}

/** From when on (ms) a shard is to be read again after a minute; 0 = in the next one, null = never by itself. */
export function nextLookAt({ plan, states }: Omit<Shard, "minute">, minute: number): number | null {
  const first = Math.min(...plan.map((each) => nextNeed(each, states[each.id], minute)));
  if (first === Number.POSITIVE_INFINITY) return null;
  return first <= minute + 1 ? 0 : first * 60_000;
}

/** When it is checked next, in UTC ms; null while it is paused. */
export function nextCheckAt(
  monitor: Pick<PlannedMonitor, "paused" | "interval" | "phase">,
  now: number,
): number | null {
  if (monitor.paused) return null;
  const next = minuteOf(now) + 1;
  const wait = (((monitor.phase - next) % monitor.interval) + monitor.interval) % monitor.interval;
  return (next + wait) * 60_000;
}

/** How many of the minutes after `from`, up to and with `to`, a monitor was to be checked in. */
export function scheduledBetween(monitor: PlannedMonitor, from: number, to: number): number {
  if (monitor.paused || isReported(monitor)) return 0;
  const first = Math.max(from, minuteOf(monitor.watchedSince) - 1);
  const upTo = (minute: number) => Math.floor((minute - monitor.phase) / monitor.interval);
  return Math.max(0, upTo(to) - upTo(first));
}
