import { emptyMinuteRing, minuteInRing, ringMinutes, ringWithMinute } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { alertRepeatReason } from "./expiry";
import type { VerdictChange } from "./judge";
import type { MonitorCheckResult, MonitorStateRecord, PlannedMonitor, UsualResponseTime } from "./monitor";
import { isMonitorSilent, maxAheadMinutes } from "./monitor-due";
import {
  addCheckToDayCounts,
  dayOfMinute,
  type MonitorDayRow,
  type MonitorHourRow,
  ringMinuteOf,
} from "./recorded-minutes";
import {
  advanceMonitorMinute,
  currentMonitorState,
  endMonitorSilence,
  judgeMonitorMinute,
  type MonitorMinuteInput,
  type MonitorMinuteResult,
} from "./shard-step";
import { stateWithUsualTime } from "./usual-time";

/** An external check's result, in the minute (UTC ms / 60,000) in which it ran by our clock. */
export interface ReportedCheckResult {
  minute: number;
  sight: MonitorCheckResult;
}

export interface ReportedShardInput {
  /** The current minute. */
  present: number;
  shard: MonitorMinuteInput["shard"];
  /** Results by monitor, in any order. */
  results: ReadonlyMap<string, readonly ReportedCheckResult[]>;
  /** Rows of past hours, by `monitorHourKey`, into which late results are put. */
  hours: ReadonlyMap<string, string>;
  /** Usual response times that were computed with this report. */
  usual?: ReadonlyMap<string, UsualResponseTime>;
}

/**
 * A monitor after a report: the same as after a minute of our own, with every hour and day that ended or was filled in.
 */
export type ReportedMonitorResult = Omit<MonitorMinuteResult, "hour" | "day"> & {
  hours: MonitorHourRow[];
  days: MonitorDayRow[];
  /**
   * Number of new results; `ignored` counts results for a known minute, too old ones, and those from before the last
   * resumption.
   */
  taken: number;
  ignored: number;
};

/** Minutes for which pending results are stored; older results are useless. */
export const pendingResultMinutes = ringMinutes;

export const monitorHourKey = (monitorId: string, hour: number): string => `${monitorId} ${hour}`;
const hourOfMinute = (minute: number) => Math.floor(minute / 60);

interface ReportReplay {
  monitor: PlannedMonitor;
  present: number;
  position: number;
  ring: string;
  state: MonitorStateRecord;
  silence: Pick<MonitorMinuteResult, "silentSince" | "spokeAt">;
  hours: Map<number, string>;
  days: MonitorDayRow[];
  taken: number;
}

const nobodyElse = new Map();

/** Merges silences: if one starts and another ends in the same report, the latest of each remains. */
function heard(
  course: ReportReplay,
  { silentSince, spokeAt }: Pick<MonitorMinuteResult, "silentSince" | "spokeAt">,
): ReportReplay["silence"] {
  const since = silentSince === undefined ? course.silence : { ...course.silence, silentSince };
  return { ...since, spokeAt: spokeAt ?? since.spokeAt };
}

/** Advances to a minute that is newer than the shard's, by the step for a minute of our own. */
function advance(course: ReportReplay, minute: number, sight: MonitorCheckResult | null): ReportReplay {
  const { monitor, present, position, ring, state } = course;
  const shard = { minute: position, plan: [monitor], states: { [monitor.id]: state }, rings: { [monitor.id]: ring } };
  const sights = new Map(sight ? [[monitor.id, sight]] : []);
  const stepped = advanceMonitorMinute(monitor, { minute, present, shard, sights, opinions: nobodyElse });
  if (stepped.hour) course.hours.set(stepped.hour.hour, stepped.hour.minutes);
  return {
    ...course,
    position: minute,
    ring: stepped.ring,
    state: stepped.state,
    silence: heard(course, stepped),
    days: stepped.day ? [...course.days, stepped.day] : course.days,
    taken: course.taken + (sight ? 1 : 0),
  };
}

/** Applies a result to the state, unless a newer result of the monitor is known. */
function judged(
  course: ReportReplay,
  { minute, sight }: ReportedCheckResult,
  today: MonitorStateRecord["today"],
): ReportReplay {
  const { monitor, state, present } = course;
  const before = { ...state, today };
  if (minute <= (state.last ?? -1))
    return { ...course, state: { ...before, today: addCheckToDayCounts(today, sight) } };
  const looked = judgeMonitorMinute(monitor, before, {
    minute,
    sights: new Map([[monitor.id, sight]]),
    opinions: nobodyElse,
  });
  const ended = endMonitorSilence(looked.state, false, isMonitorSilent(monitor, looked.state, present), minute);
  const spoke = looked.turn?.from === "new" ? { silentSince: null, spokeAt: looked.turn.at } : ended;
  return { ...course, state: ended.state, silence: heard(course, spoke) };
}

/** Sets a past minute that has no result; the counts of a past day stay. */
function fillIn(course: ReportReplay, reported: ReportedCheckResult): ReportReplay {
  const { position, ring, state } = course;
  const { minute, sight } = reported;
  const was = minuteInRing(ring, position, minute);
  const seen = ringMinuteOf(true, sight);
  if (was === null || (was.state !== "none" && was.state !== "no_data") || was.state === seen.state) return course;
  const [up, degraded, down, noData, sum] = state.today;
  const isToday = dayOfMinute(minute) === state.day;
  const without: MonitorStateRecord["today"] = [
    up,
    degraded,
    down,
    Math.max(0, noData - (was.state === "no_data" ? 1 : 0)),
    sum,
  ];
  const next = judged(course, reported, isToday ? without : state.today);
  const hour = hourOfMinute(minute);
  if (hour < hourOfMinute(position)) {
    course.hours.set(hour, ringWithMinute(course.hours.get(hour) ?? emptyMinuteRing, minute % 60, seen));
  }
  return {
    ...next,
    ring: ringWithMinute(ring, ringMinutes - 1 - (position - minute), seen),
    state: isToday ? next.state : { ...next.state, today: state.today },
    taken: course.taken + 1,
  };
}

function takeIn(course: ReportReplay, reported: ReportedCheckResult): ReportReplay {
  const { position, present } = course;
  const isNew = reported.minute > position || position > present + maxAheadMinutes;
  return isNew ? advance(course, reported.minute, reported.sight) : fillIn(course, reported);
}

/**
 * Returns the usable results in order of time, the first of each minute. Results from before the last resumption and
 * too old results are left out.
 */
function usable(
  monitor: PlannedMonitor,
  results: readonly ReportedCheckResult[],
  present: number,
): ReportedCheckResult[] {
  const since = Math.max(Math.floor(monitor.watchedSince / minuteMs), present - pendingResultMinutes + 1);
  const minutes = new Map<number, ReportedCheckResult>();
  for (const each of results) {
    if (each.minute >= since && each.minute <= present && !minutes.has(each.minute)) minutes.set(each.minute, each);
  }
  return monitor.paused ? [] : [...minutes.values()].sort((one, other) => one.minute - other.minute);
}

function begin(monitor: PlannedMonitor, { present, shard, hours, usual }: ReportedShardInput): ReportReplay {
  const position = shard.minute;
  const now = hourOfMinute(position);
  const rows = [now - 2, now - 1].flatMap((hour): [number, string][] => {
    const minutes = hours.get(monitorHourKey(monitor.id, hour));
    return minutes === undefined ? [] : [[hour, minutes]];
  });
  const before = currentMonitorState(monitor, shard.states[monitor.id], present);
  const state = stateWithUsualTime(monitor, before, usual?.get(monitor.id), present);
  const ring = shard.rings[monitor.id] ?? emptyMinuteRing;
  const silence = { spokeAt: null };
  return { monitor, present, position, ring, state, silence, hours: new Map(rows), days: [], taken: 0 };
}

/** Returns the net change of state of a whole report. */
function turnOf(before: MonitorStateRecord, { confirmed, since }: MonitorStateRecord): VerdictChange | null {
  if (confirmed === "new" || confirmed === before.confirmed) return null;
  return { from: before.confirmed, to: confirmed, at: since };
}

/** Returns the shard's minute after a report: no result in it is newer. */
export function shardMinuteAfterReport({ present, shard, results }: ReportedShardInput): number {
  const usableAt = shard.plan.flatMap((each) => usable(each, results.get(each.id) ?? [], present));
  const newest = Math.max(-1, ...usableAt.map(({ minute }) => minute));
  return shard.minute > present + maxAheadMinutes ? Math.max(newest, 0) || present : Math.max(newest, shard.minute);
}

/**
 * Applies a report to one monitor by the same steps as our own checks; `minute` is that of `shardMinuteAfterReport`.
 * Results older than its newest add points but do not change its state. Idempotent and pure.
 */
export function advanceReportedMonitor(
  monitor: PlannedMonitor,
  facts: ReportedShardInput,
  minute: number,
): ReportedMonitorResult {
  const start = begin(monitor, facts);
  const given = facts.results.get(monitor.id) ?? [];
  const before = new Map(start.hours);
  const taken = usable(monitor, given, facts.present).reduce(takeIn, start);
  const end = taken.position === minute ? taken : advance(taken, minute, null);
  return {
    ring: end.ring,
    state: end.state,
    turn: turnOf(start.state, end.state),
    retold: alertRepeatReason(start.state, end.state),
    ...end.silence,
    hours: [...end.hours].flatMap(([hour, minutes]) => (before.get(hour) === minutes ? [] : [{ hour, minutes }])),
    days: end.days,
    taken: end.taken,
    ignored: given.length - end.taken,
  };
}
