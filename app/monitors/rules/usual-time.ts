import { forEachMinuteOfRing, maxLatencyMs } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import type { MonitorStateRecord, PlannedMonitor, UsualResponseTime } from "./monitor";

type WatchedMonitor = Pick<PlannedMonitor, "watchedSince" | "slowerThanUsual" | "paused">;

/** Minutes of results used for the usual response time. */
export const usualWindowMinutes = 7 * 1440;
const dayMinutes = 1440;
/** Minimum number of different hours with responses; with fewer there is no usual response time. */
const leastHours = 24;
/** Minutes after which a monitor's first day is over and the row of its last hour is written. */
const firstUsualAfterMinutes = dayMinutes + 60;

/**
 * Smallest difference from the usual that counts as slow, in ms; otherwise a very close host would seem slow by chance.
 */
const minDifferenceMs = 20;

/** Settings that decide when a slow response counts as degraded. */
export interface SlowLimits {
  degradedAboveMs: number | null;
  slowerThanUsual?: number | null;
  /** The 95th percentile of the last 7 days; null when it is unknown, and then nothing is compared. */
  usualMs?: number | null;
}

/** Reason why a response is slow: above the fixed limit, or a multiple of the usual. */
export type Slowness = { code: "slow"; most: number } | { code: "slower"; most: number; usual: number };

/** Returns the ms above which a response is slower than usual; null when nothing is compared. */
export function usualLimitMs({ slowerThanUsual, usualMs }: SlowLimits): number | null {
  if (slowerThanUsual == null || usualMs == null) return null;
  return Math.max(Math.round(usualMs * slowerThanUsual), usualMs + minDifferenceMs);
}

/** Returns the ms above which a response is slow, by the lower of both limits; null without limits. */
export function slowAboveMs(limits: SlowLimits): number | null {
  const all = [limits.degradedAboveMs, usualLimitMs(limits)].filter((each) => each !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/** Returns the reason; null when it is not slow. The fixed limit comes first, because it applies to every place. */
export function slownessOf(milliseconds: number | null, limits: SlowLimits): Slowness | null {
  if (milliseconds === null) return null;
  const { degradedAboveMs, usualMs } = limits;
  if (degradedAboveMs !== null && milliseconds > degradedAboveMs) return { code: "slow", most: degradedAboveMs };
  const most = usualLimitMs(limits);
  return most !== null && milliseconds > most ? { code: "slower", most, usual: usualMs ?? 0 } : null;
}

/**
 * True when the usual response time must be computed again in a minute (UTC ms / 60,000), which is once a day after the
 * first whole day.
 */
export function isUsualTimeDue(
  { watchedSince, slowerThanUsual, paused }: WatchedMonitor,
  state: Pick<MonitorStateRecord, "usual" | "watchedSince"> | undefined,
  minute: number,
): boolean {
  if (paused || slowerThanUsual == null || minute - Math.floor(watchedSince / minuteMs) < firstUsualAfterMinutes)
    return false;
  const usual = state?.watchedSince === watchedSince ? state.usual : undefined;
  return usual === undefined || Math.abs(minute - usual.minute) >= dayMinutes;
}

/**
 * Returns the first monitor of a shard whose usual response time is due. It takes one at a time, so that no minute
 * reads many weeks.
 */
export const firstMonitorWithUsualDue = <Monitor extends WatchedMonitor & { id: string }>(
  plan: readonly Monitor[],
  states: Readonly<Record<string, MonitorStateRecord>>,
  minute: number,
): Monitor | undefined => plan.find((each) => isUsualTimeDue(each, states[each.id], minute));

/** Returns the first hour (UTC ms / 3,600,000) whose row counts. */
export const usualResponseWindowStartHour = (
  { watchedSince }: Pick<WatchedMonitor, "watchedSince">,
  minute: number,
): number => Math.floor(Math.max(minute - usualWindowMinutes, Math.floor(watchedSince / minuteMs)) / 60);

interface HourOfResults {
  /** Hour, as UTC ms / 3,600,000. */
  hour: number;
  minutes: string;
}

/**
 * Counts responses by their time in ms, and the hours in which they arrived, without an object for each of ten thousand
 * responses.
 */
class AnswerHistogram {
  readonly hours = new Set<number>();
  private readonly byMs = new Uint16Array(maxLatencyMs + 1);
  private count = 0;
  private newest = -1;

  add(hour: number, milliseconds: number | null): void {
    if (milliseconds === null) return;
    this.byMs[milliseconds] = (this.byMs[milliseconds] ?? 0) + 1;
    this.count += 1;
    if (hour !== this.newest) this.hours.add(hour);
    this.newest = hour;
  }

  /** Returns the ms within which that share of responses arrived, by nearest rank; requires at least one response. */
  within(share: number): number {
    const rank = Math.ceil(this.count * share);
    let [milliseconds, passed] = [-1, 0];
    while (passed < rank) passed += this.byMs[++milliseconds] ?? rank;
    return milliseconds;
  }
}

/**
 * Counts the responses of up results, and of worse results in runs shorter than `inARow`. A run that changes the state
 * is not usual.
 */
function countedOf(rows: readonly HourOfResults[], inARow: number): AnswerHistogram {
  const answers = new AnswerHistogram();
  let run: [hour: number, milliseconds: number | null][] = [];
  const end = () => {
    if (run.length === 0) return;
    if (run.length < inARow) for (const each of run) answers.add(...each);
    run = [];
  };
  for (const { hour, minutes } of rows.toSorted((one, other) => one.hour - other.hour)) {
    forEachMinuteOfRing(minutes, (state, milliseconds) => {
      if (state === "none" || state === "no_data") return;
      if (state !== "up") return void run.push([hour, state === "down" ? null : milliseconds]);
      end();
      answers.add(hour, milliseconds);
    });
  }
  end();
  return answers;
}

/** Returns the time within which 95 of 100 responses arrived, in ms; null with less than a day of responses. */
export function usualResponseMs(rows: readonly HourOfResults[], inARow: number): number | null {
  const answers = countedOf(rows, inARow);
  return answers.hours.size < leastHours ? null : answers.within(0.95);
}

/**
 * Returns the value to store. When too few responses are left, because the monitor was slow for days, the last known
 * value stays, so that a slow week never becomes its own standard.
 */
export const nextUsualResponseTime = (
  before: UsualResponseTime | undefined,
  found: number | null,
  minute: number,
): UsualResponseTime => ({
  minute,
  milliseconds: found ?? before?.milliseconds ?? null,
});

/** Adds a computed usual response time to a state, unless the monitor was paused or replaced since. */
export const stateWithUsualTime = (
  monitor: WatchedMonitor,
  state: MonitorStateRecord,
  usual: UsualResponseTime | undefined,
  minute: number,
): MonitorStateRecord => (usual && isUsualTimeDue(monitor, state, minute) ? { ...state, usual } : state);

/** Returns a monitor for its check, with the usual response time and the limits of its plan. */
export const monitorWithUsualTime = (monitor: PlannedMonitor, state: MonitorStateRecord | undefined): PlannedMonitor =>
  monitor.slowerThanUsual == null || state?.watchedSince !== monitor.watchedSince
    ? monitor
    : { ...monitor, usualMs: state.usual?.milliseconds ?? null };
