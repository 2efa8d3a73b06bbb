import {
  emptyMinuteRing,
  hourRowOfRing,
  type MonitorMinute,
  minuteInRing,
  packMinuteRing,
  pushMinutesToRing,
  ringMinutes,
} from "~/text/ring";
import { dayMs } from "~/time/durations";
import type { MonitorCheckResult, MonitorStateRecord, PlannedMonitor } from "./monitor";
import { countScheduledMinutes, isCheckScheduled } from "./monitor-due";

/** The row of an hour, with its minutes as a packed ring. */
export interface MonitorHourRow {
  hour: number;
  minutes: string;
}

/** The row of a day, with its checks by verdict. */
export interface MonitorDayRow {
  monitorId: string;
  year: number;
  /** Day as `MM-DD`, UTC. */
  day: string;
  counts: number[];
}

type DayTally = MonitorStateRecord["today"];

/** Returns the counts of a day without checks. */
export const emptyDayTally = (): DayTally => [0, 0, 0, 0, 0];

const dayMinutes = 1440;
const none: MonitorMinute = { state: "none", milliseconds: null };
const noData: MonitorMinute = { state: "no_data", milliseconds: null };

/** Returns the day of a minute, both counted since 1970, UTC. */
export const dayOfMinute = (minute: number): number => Math.floor(minute / dayMinutes);

const gone = (monitor: PlannedMonitor, minute: number) => (isCheckScheduled(monitor, minute) ? noData : none);

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Returns the ring up to the minute before this one; when the clock went back, minutes in the future are dropped. */
export function ringBeforeMinute(monitor: PlannedMonitor, ring: string, last: number, minute: number): string {
  if (last >= minute) {
    return packMinuteRing(range(minute - ringMinutes, minute).map((each) => minuteInRing(ring, last, each) ?? none));
  }
  const missed = range(Math.max(last + 1, minute - ringMinutes), minute);
  const skipped = missed.length === ringMinutes ? emptyMinuteRing : ring;
  return pushMinutesToRing(
    skipped,
    missed.map((each) => gone(monitor, each)),
  );
}

/** Returns the row of the last write's hour when that is over, including minutes missed until its end. */
export function endedHourRow(
  monitor: PlannedMonitor,
  ring: string,
  last: number,
  minute: number,
): MonitorHourRow | null {
  if (last >= minute || Math.floor(last / 60) === Math.floor(minute / 60)) return null;
  const end = Math.floor(last / 60) * 60 + 59;
  const missed = range(last + 1, end + 1).map((each) => gone(monitor, each));
  const row = hourRowOfRing(pushMinutesToRing(ring, missed), end);
  return row.minutes === emptyMinuteRing ? null : row;
}

function dayRow(monitorId: string, day: number, counts: number[]): MonitorDayRow | null {
  if (counts.every((each) => each === 0)) return null;
  const date = new Date(day * dayMs).toISOString();
  return { monitorId, year: Number(date.slice(0, 4)), day: date.slice(5, 10), counts };
}

const more = ([up, degraded, down, unknown, sum]: DayTally, count: number): DayTally => [
  up,
  degraded,
  down,
  unknown + count,
  sum,
];

/** Counts missed checks, day by day; a day that ended becomes its row. */
export function countMissedChecks(monitor: PlannedMonitor, state: MonitorStateRecord, last: number, minute: number) {
  const today = dayOfMinute(minute);
  if (state.day > today || last >= minute)
    return { day: null, state: { ...state, day: today, today: emptyDayTally() } };
  if (state.day === today) {
    const counted = more(state.today, countScheduledMinutes(monitor, last, minute - 1));
    return { day: null, state: { ...state, today: counted } };
  }
  const end = (state.day + 1) * dayMinutes - 1;
  const whole = more(state.today, countScheduledMinutes(monitor, last, end));
  const since = more(
    emptyDayTally(),
    countScheduledMinutes(monitor, Math.max(last, today * dayMinutes - 1), minute - 1),
  );
  return { day: dayRow(monitor.id, state.day, whole), state: { ...state, day: today, today: since } };
}

/** Adds one check to the counts of a day; without a result it counts as unknown. */
export function addCheckToDayCounts(today: DayTally, sight: MonitorCheckResult | null): DayTally {
  const [up, degraded, down, unknown, sum] = today;
  if (!sight || sight.verdict === "none") return more(today, 1);
  if (sight.verdict === "down") return [up, degraded, down + 1, unknown, sum];
  const spent = sum + (sight.milliseconds ?? 0);
  return sight.verdict === "up" ? [up + 1, degraded, down, unknown, spent] : [up, degraded + 1, down, unknown, spent];
}

/** Returns what the ring keeps of a minute in which a check was due or not. */
export const ringMinuteOf = (due: boolean, sight: MonitorCheckResult | undefined): MonitorMinute => {
  if (!due) return none;
  if (!sight || sight.verdict === "none") return noData;
  return { state: sight.verdict, milliseconds: sight.milliseconds };
};
