import type { MonitorMinute } from "../../app/text/ring.ts";
import type { DemoMonitor, DemoTrouble } from "./monitors.ts";
import { demoCheckGap } from "./monitors.ts";

const dayMinutes = 1440;

/** Returns the trouble at a minute; `now` and `at` as UTC ms / 60,000. */
const troubleAt = (monitor: DemoMonitor, now: number, at: number): DemoTrouble | undefined =>
  [demoCheckGap, ...monitor.troubles].find(({ ago, minutes }) => at >= now - ago && at < now - ago + minutes);

/** Returns a latency: low at four in the morning, high at four in the afternoon; occasionally a slow one. */
export function demoLatencyMs({ usual }: Pick<DemoMonitor, "usual">, at: number, chance: () => number): number {
  const busy = 1 + 0.22 * Math.sin(((at % dayMinutes) / dayMinutes - 0.42) * 2 * Math.PI);
  const noise = -Math.log(1 - chance()) * 0.11;
  const slow = chance() > 0.996 ? 1 + chance() * 1.6 : 1;
  return Math.round(usual * (busy + noise) * slow);
}

/** Returns the result of one minute of a monitor. */
export function demoMinuteOf(
  monitor: DemoMonitor,
  phase: number,
  now: number,
  at: number,
  chance: () => number,
): MonitorMinute {
  if ((at - phase) % monitor.interval !== 0) return { state: "none", milliseconds: null };
  const took = demoLatencyMs(monitor, at, chance);
  const trouble = troubleAt(monitor, now, at);
  if (!trouble) return { state: "up", milliseconds: took };
  if (trouble.state !== "degraded") return { state: trouble.state, milliseconds: null };
  return { state: "degraded", milliseconds: Math.round(took * (trouble.times ?? 1)) };
}

/** Checks of a day: up, degraded, down, no data, sum of ms. */
export type DayCheckCounts = [up: number, degraded: number, down: number, noData: number, milliseconds: number];

export function dayCheckCountsOfMinutes(minutes: readonly MonitorMinute[]): DayCheckCounts {
  const count = (state: MonitorMinute["state"]) => minutes.filter((each) => each.state === state).length;
  const spent = minutes.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  return [count("up"), count("degraded"), count("down"), count("no_data"), spent];
}

/** Counts a day long ago without generating its minutes, by subtracting its troubles. `from` = its first minute. */
export function demoDayCheckCounts(
  monitor: DemoMonitor,
  now: number,
  from: number,
  chance: () => number,
): DayCheckCounts {
  const { interval, usual, troubles } = monitor;
  const within = ({ ago, minutes }: DemoTrouble) =>
    Math.max(0, Math.min(from + dayMinutes, now - ago + minutes) - Math.max(from, now - ago));
  const lost = (state: DemoTrouble["state"]) =>
    troubles.filter((each) => each.state === state).reduce((sum, each) => sum + Math.round(within(each) / interval), 0);
  const [degraded, down, noData] = [lost("degraded"), lost("down"), lost("no_data")];
  const up = dayMinutes / interval - degraded - down - noData;
  return [up, degraded, down, noData, Math.round((up + degraded * 8) * usual * (1.06 + chance() * 0.12))];
}
