import { minuteMs } from "~/time/durations";
import type { MonitorStateRecord, PlannedMonitor } from "./monitor";

/**
 * True when an agent or an external checker reports its results, so that it is neither checked nor counted as missed
 * here.
 */
export const isExternallyChecked = ({ every }: Pick<PlannedMonitor, "every">): boolean => (every ?? 0) > 0;

/**
 * Returns the minutes (UTC ms / 60,000) without a result after which a monitor is silent: two intervals and three
 * minutes.
 */
export const silentAfterMinutes = ({ interval, every = 0 }: Pick<PlannedMonitor, "interval" | "every">): number =>
  2 * Math.max(interval, every) + 3;

const minuteOf = (at: number) => Math.floor(at / minuteMs);

/**
 * Maximum number of minutes by which a shard may be ahead of a late tick. A larger difference means that the clock
 * changed.
 */
export const maxAheadMinutes = 5;

export const isShardMinuteWritten = (shardMinute: number, minute: number): boolean =>
  shardMinute >= minute && shardMinute <= minute + maxAheadMinutes;

export const isCheckScheduled = (monitor: PlannedMonitor, minute: number): boolean =>
  !monitor.paused &&
  !isExternallyChecked(monitor) &&
  minute > minuteOf(monitor.watchedSince) - 1 &&
  (minute - monitor.phase) % monitor.interval === 0;

/**
 * True when it is checked in this minute: by schedule, because a check is owed, because a result is pending, or because
 * it was never checked.
 */
export const isCheckDue = (monitor: PlannedMonitor, state: MonitorStateRecord | undefined, minute: number): boolean =>
  !monitor.paused &&
  !isExternallyChecked(monitor) &&
  (!state || state.last === null || state.owed || state.asked !== undefined || isCheckScheduled(monitor, minute));

/** True when results for one plan are valid for the other plan of the same monitor. */
export const isSameCheckPlan = (one: PlannedMonitor | undefined, other: PlannedMonitor | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.kind === other.kind &&
  one.settingsSealed === other.settingsSealed &&
  one.watchedSince === other.watchedSince;

const lastSign = (monitor: PlannedMonitor, state: MonitorStateRecord | undefined) =>
  state?.last ?? minuteOf(monitor.watchedSince);

/** True when there has been no result for too long. */
export const isMonitorSilent = (
  monitor: PlannedMonitor,
  state: MonitorStateRecord | undefined,
  minute: number,
): boolean => minute - lastSign(monitor, state) > silentAfterMinutes(monitor);

export const hasMonitorFallenSilent = (
  monitor: PlannedMonitor,
  state: MonitorStateRecord | undefined,
  minute: number,
): boolean => !monitor.paused && (state?.silentSince ?? null) === null && isMonitorSilent(monitor, state, minute);

/** Returns the minute from which a silent monitor's state is unknown, which is when its next result was due. */
export const silenceStartMinute = (monitor: PlannedMonitor, state: MonitorStateRecord | undefined): number =>
  lastSign(monitor, state) + (state?.last == null ? 0 : monitor.interval);

export interface MonitorShard {
  minute: number;
  plan: readonly PlannedMonitor[];
  states: Readonly<Record<string, MonitorStateRecord>>;
}

/** Returns the monitors to check this minute: owed checks first, then those that waited longest. */
export function dueMonitors({ plan, states }: MonitorShard, minute: number): PlannedMonitor[] {
  const waited = (each: PlannedMonitor) => states[each.id]?.last ?? 0;
  const owed = (each: PlannedMonitor) => (states[each.id]?.owed ? 0 : 1);
  return plan
    .filter((each) => isCheckDue(each, states[each.id], minute))
    .sort((one, other) => owed(one) - owed(other) || waited(one) - waited(other));
}

/**
 * Marks every monitor as owed a check after the deployment was stopped, so that there are new results from the first
 * minute.
 */
export const withAllChecksOwed = <T extends MonitorShard>(shard: T, minute: number): T =>
  isShardMinuteWritten(shard.minute, minute)
    ? shard
    : {
        ...shard,
        states: Object.fromEntries(Object.entries(shard.states).map(([id, state]) => [id, { ...state, owed: true }])),
      };

/**
 * Returns false when there is nothing to check and no silence to detect. Then the row is not written in this minute.
 */
export function shardNeedsCheck(shard: MonitorShard, minute: number): boolean {
  if (isShardMinuteWritten(shard.minute, minute)) return false;
  return shard.plan.some((each) => {
    const state = shard.states[each.id];
    const speaksAgain = !each.paused && state?.silentSince != null && state.heardAt !== null;
    return speaksAgain || isCheckDue(each, state, minute) || hasMonitorFallenSilent(each, state, minute);
  });
}

/** Returns the next minute for a reported monitor, for which only the start and end of a silence are detected. */
function nextNotice(monitor: PlannedMonitor, state: MonitorStateRecord | undefined, minute: number): number {
  if (monitor.paused) return Number.POSITIVE_INFINITY;
  if ((state?.silentSince ?? null) === null) {
    return Math.max(lastSign(monitor, state) + silentAfterMinutes(monitor) + 1, minute + 1);
  }
  return state?.heardAt == null ? Number.POSITIVE_INFINITY : minute + 1;
}

/** Returns the first minute after this one in which a monitor needs work, if nothing changes before. */
function nextNeed(monitor: PlannedMonitor, state: MonitorStateRecord | undefined, minute: number): number {
  if (isExternallyChecked(monitor)) return nextNotice(monitor, state, minute);
  const at = nextCheckAt(monitor, minute * minuteMs);
  if (at === null) return Number.POSITIVE_INFINITY;
  const waits =
    state &&
    state.last !== null &&
    !state.owed &&
    state.asked === undefined &&
    (state.silentSince === null || state.heardAt === null);
  if (!waits) return minute + 1;
  const silent = lastSign(monitor, state) + silentAfterMinutes(monitor) + 1;
  return Math.min(at / minuteMs, state.silentSince === null ? Math.max(silent, minute + 1) : Number.POSITIVE_INFINITY);
}

/** Returns the time at which a shard must be read again, in ms; 0 = in the next minute, null = not before a change. */
export function nextShardCheckAt({ plan, states }: Omit<MonitorShard, "minute">, minute: number): number | null {
  const first = Math.min(...plan.map((each) => nextNeed(each, states[each.id], minute)));
  if (first === Number.POSITIVE_INFINITY) return null;
  return first <= minute + 1 ? 0 : first * minuteMs;
}

/** Returns the next check in UTC ms; null while the monitor is paused. */
export function nextCheckAt(
  monitor: Pick<PlannedMonitor, "paused" | "interval" | "phase">,
  now: number,
): number | null {
  if (monitor.paused) return null;
  const next = minuteOf(now) + 1;
  const wait = (((monitor.phase - next) % monitor.interval) + monitor.interval) % monitor.interval;
  return (next + wait) * minuteMs;
}

/** Returns the number of scheduled checks after minute `from`, up to and including `to`. */
export function countScheduledMinutes(monitor: PlannedMonitor, from: number, to: number): number {
  if (monitor.paused || isExternallyChecked(monitor)) return 0;
  const first = Math.max(from, minuteOf(monitor.watchedSince) - 1);
  const upTo = (minute: number) => Math.floor((minute - monitor.phase) / monitor.interval);
  return Math.max(0, upTo(to) - upTo(first));
}
