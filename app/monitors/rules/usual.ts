import { eachMinute, slowest } from "~/text/ring";
import type { MonitorState, PlannedMonitor, Usual } from "./monitor";

type Watched = Pick<PlannedMonitor, "watchedSince" | "slowerThanUsual" | "paused">;

/** So many minutes of results are compared with. */
export const usualReach = 7 * 1440;
const day = 1440;
/** Of a shorter history nothing is said: answers in so many different hours. */
const leastHours = 24;
/** A monitor's first day is over, and the row of its last hour is written. */
const firstAfter = day + 60;

/** ms: what differs by less than that from its usual is not called slow, or a host beside ours would be by chance. */
const leastDifference = 20;

/** What decides how slow is degraded. */
export interface SlowLimits {
  degradedAboveMs: number | null;
  slowerThanUsual?: number | null;
  /** p95 of the last 7 days; null = not known, so nothing is compared with it. */
  usualMs?: number | null;
}

/** Why an answer is slow: above the fixed limit, or so many times slower than usual. */
export type Slowness = { code: "slow"; most: number } | { code: "slower"; most: number; usual: number };

/** ms above which an answer is slower than usual; null = nothing is compared. */
export function usualLimit({ slowerThanUsual, usualMs }: SlowLimits): number | null {
  if (slowerThanUsual == null || usualMs == null) return null;
  return Math.max(Math.round(usualMs * slowerThanUsual), usualMs + leastDifference);
}

/** ms above which an answer is slow, by whichever limit is lower; null = speed does not count. */
export function slowAbove(limits: SlowLimits): number | null {
  const all = [limits.degradedAboveMs, usualLimit(limits)].filter((each) => each !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/** Null = it is not slow. The fixed limit is named first: what is above both is slow wherever it is looked at from. */
export function slownessOf(milliseconds: number | null, limits: SlowLimits): Slowness | null {
  if (milliseconds === null) return null;
  const { degradedAboveMs, usualMs } = limits;
  if (degradedAboveMs !== null && milliseconds > degradedAboveMs) return { code: "slow", most: degradedAboveMs };
  const most = usualLimit(limits);
  return most !== null && milliseconds > most ? { code: "slower", most, usual: usualMs ?? 0 } : null;
}

/** Whether it is to be found out again, in a minute (UTC ms / 60,000): once a day from its first whole day on. */
export function isUsualDue(
  { watchedSince, slowerThanUsual, paused }: Watched,
  state: Pick<MonitorState, "usual" | "watchedSince"> | undefined,
  minute: number,
): boolean {
  if (paused || slowerThanUsual == null || minute - Math.floor(watchedSince / 60_000) < firstAfter) return false;
  const usual = state?.watchedSince === watchedSince ? state.usual : undefined;
  return usual === undefined || Math.abs(minute - usual.minute) >= day;
}

/** The first of a shard whose usual is to be found out; one at a time, so that no minute reads many weeks. */
export const firstUsualDue = <Monitor extends Watched & { id: string }>(
  plan: readonly Monitor[],
  states: Readonly<Record<string, MonitorState>>,
  minute: number,
): Monitor | undefined => plan.find((each) => isUsualDue(each, states[each.id], minute));

/** The first hour (UTC ms / 3,600,000) whose row counts. */
export const usualSince = ({ watchedSince }: Pick<Watched, "watchedSince">, minute: number): number =>
  Math.floor(Math.max(minute - usualReach, Math.floor(watchedSince / 60_000)) / 60);

interface HourOfResults {
  /** UTC ms / 3,600,000. */
  hour: number;
  minutes: string;
}

/** How many answers took so many ms, and in which hours they came: of ten thousand none is an object of its own. */
class Answers {
  readonly hours = new Set<number>();
  private readonly byMs = new Uint16Array(slowest + 1);
  private count = 0;
  private newest = -1;

  add(hour: number, milliseconds: number | null): void {
    if (milliseconds === null) return;
    this.byMs[milliseconds] = (this.byMs[milliseconds] ?? 0) + 1;
    this.count += 1;
    if (hour !== this.newest) this.hours.add(hour);
    this.newest = hour;
  }

  /** ms within which that share of them came, by nearest rank; there is one. */
  within(share: number): number {
    const rank = Math.ceil(this.count * share);
    let [milliseconds, passed] = [-1, 0];
    while (passed < rank) passed += this.byMs[++milliseconds] ?? rank;
    return milliseconds;
  }
}

/** Of those that were up, and of worse ones where they stand alone: so many in a row as turn it are not usual. */
function countedOf(rows: readonly HourOfResults[], inARow: number): Answers {
  const answers = new Answers();
  let run: [hour: number, milliseconds: number | null][] = [];
  const end = () => {
    if (run.length === 0) return;
    if (run.length < inARow) for (const each of run) answers.add(...each);
    run = [];
  };
  for (const { hour, minutes } of rows.toSorted((one, other) => one.hour - other.hour)) {
    eachMinute(minutes, (state, milliseconds) => {
      if (state === "none" || state === "no_data") return;
      if (state !== "up") return void run.push([hour, state === "down" ? null : milliseconds]);
      end();
      answers.add(hour, milliseconds);
    });
  }
  end();
  return answers;
}

/** The time within which 95 of 100 answers came, in ms; null = a day of answers is not there. */
export function usualOf(rows: readonly HourOfResults[], inARow: number): number | null {
  const answers = countedOf(rows, inARow);
  return answers.hours.size < leastHours ? null : answers.within(0.95);
}

/**
 * What is kept after a look at its hours. Where too few answers are left, because it was slow for days, the last known one
 * stays: a slow week never becomes its own measure.
 */
export const nextUsual = (before: Usual | undefined, found: number | null, minute: number): Usual => ({
  minute,
  milliseconds: found ?? before?.milliseconds ?? null,
});

/** A state with what was found out of it, unless it is of another watch by now. */
export const withUsual = (
  monitor: Watched,
  state: MonitorState,
  usual: Usual | undefined,
  minute: number,
): MonitorState => (usual && isUsualDue(monitor, state, minute) ? { ...state, usual } : state);

/** A monitor as it is checked: with its usual beside the limits of its plan. */
export const compared = (monitor: PlannedMonitor, state: MonitorState | undefined): PlannedMonitor =>
  monitor.slowerThanUsual == null || state?.watchedSince !== monitor.watchedSince
    ? monitor
    : { ...monitor, usualMs: state.usual?.milliseconds ?? null };
