import { englishSentence } from "../../app/failures/refusal.ts";
import type { ConfirmedVerdict, MonitorStateRecord, PlannedMonitor } from "../../app/monitors/rules/monitor.ts";
import { type MonitorMinute, packMinuteRing, ringMinutes } from "../../app/text/ring.ts";
import { minuteMs } from "../../app/time/durations.ts";
import { type DemoState, demoComponentId, ownSourceColumns, unchangedRowColumns } from "./demo.ts";
import { seededRandom } from "./demo-rows.ts";
import { type DayCheckCounts, dayCheckCountsOfMinutes, demoDayCheckCounts, demoMinuteOf } from "./monitor-minutes.ts";
import { type DemoMonitor, demoMonitors } from "./monitors.ts";
import { withFailureMinute } from "./target.ts";

const dayMinutes = 1440;
/** Number of past days for which every minute is stored. For older days only the daily totals are stored. */
const wholeDays = 30;
const countedDays = 90;

interface DemoMonitorHistory {
  planned: PlannedMonitor;
  ring: string;
  state: MonitorStateRecord;
}

const toMinute = (at: number) => Math.floor(at / minuteMs);

/**
 * Adds the two rules of a monitor: a slow response sets its component to degraded performance, an outage sets it to
 * `status`.
 */
function addRules(
  { tables, id, pageId }: DemoState,
  sourceId: string,
  componentId: string,
  status: string,
  at: number,
): void {
  const ours = {
    pageId,
    sourceId,
    groupBy: "[]",
    holdSeconds: 120,
    resolveAfterSeconds: 300,
    ...unchangedRowColumns(at),
  };
  const [slow, down] = [id(at), id(at)];
  const warning = JSON.stringify({ severities: ["warning"] });
  tables.add("rule", { id: slow, ...ours, position: 0, match: warning, mode: "none", catchAll: false });
  tables.add("rule", { id: down, ...ours, position: 1, match: "{}", mode: "draft", catchAll: true });
  tables.add("rule_component", { pageId, ruleId: slow, componentId, status: "degraded_performance" });
  tables.add("rule_component", { pageId, ruleId: down, componentId, status });
}

/** Adds every minute from `from` on as rows of hours; minutes in the future or before the start are empty. */
function addHours({ tables }: DemoState, monitorId: string, from: number, minutes: readonly MonitorMinute[]): void {
  const none: MonitorMinute = { state: "none", milliseconds: null };
  for (let first = 0; first < minutes.length; first += ringMinutes) {
    const hour = Array.from({ length: ringMinutes }, (_, index) => minutes[first + index] ?? none);
    tables.add("monitor_hour", {
      monitorId,
      hour: Math.floor((from + first) / ringMinutes),
      minutes: packMinuteRing(hour),
    });
  }
}

function addDays({ tables }: DemoState, monitorId: string, counted: ReadonlyMap<number, DayCheckCounts>): void {
  const years = new Map<number, Record<string, DayCheckCounts>>();
  for (const [day, counts] of counted) {
    const date = new Date(day * dayMinutes * minuteMs).toISOString();
    const year = Number(date.slice(0, 4));
    years.set(year, { ...years.get(year), [date.slice(5, 10)]: counts });
  }
  for (const [year, days] of years) tables.add("monitor_year", { monitorId, year, days: JSON.stringify(days) });
}

function stateOf(minutes: readonly MonitorMinute[], end: number, watchedSince: number): MonitorStateRecord {
  const checked = minutes.findLastIndex(({ state }) => state !== "none" && state !== "no_data");
  const { state: found = "up", milliseconds = null } = minutes[checked] ?? {};
  const confirmed: ConfirmedVerdict = found === "degraded" || found === "down" ? found : "up";
  const other = minutes.findLastIndex(({ state }, index) => index < checked && state !== found && state !== "none");
  const known = { confirmed, since: end - (minutes.length - 1) + other + 1, run: [], silentSince: null, heardAt: null };
  const today = dayCheckCountsOfMinutes(minutes.slice(-(end % dayMinutes) - 1));
  return {
    ...known,
    last: end - (minutes.length - 1) + checked,
    watchedSince,
    owed: false,
    code: "ok",
    detail: englishSentence("It answered {{status}}.", { status: 200 }),
    milliseconds,
    opinions: [],
    day: Math.floor(end / dayMinutes),
    today,
  };
}

function planOf(demo: DemoState, monitor: DemoMonitor, phase: number, since: number): PlannedMonitor {
  const { name, kind, interval, degradedAboveMs, settings } = monitor;
  const places = { regions: [], continents: [], agree: null, every: 0 };
  const checks = {
    timeoutSeconds: 8,
    cost: 1,
    retries: 0,
    inARow: 2,
    degradedAboveMs,
    slowerThanUsual: null,
    ...places,
  };
  const plain = JSON.stringify(monitor.fails ? withFailureMinute(settings, demo.now) : settings);
  return {
    id: demo.id(since),
    kind,
    name,
    settingsSealed: plain,
    interval,
    phase,
    ...checks,
    paused: false,
    watchedSince: since,
  };
}

/** Adds the monitor's source, and its settings for checks. */
function addMonitor(demo: DemoState, shardId: string, monitor: DemoMonitor, planned: PlannedMonitor): void {
  const { pageId, tables } = demo;
  const { id, kind, name, settingsSealed, watchedSince, interval, phase, degradedAboveMs } = planned;
  const address = { tokenHash: id, tokenSealed: "", settingsSealed };
  const times = unchangedRowColumns(watchedSince);
  tables.add("source", { id, pageId, family: "monitor", kind, name, ...address, ...ownSourceColumns, ...times });
  const { version: _, ...made } = times;
  const state = { pausedAt: null, watchedSince, state: "up", stateSince: watchedSince };
  const checks = { interval, phase, degradedAboveMs, regions: "[]", tags: JSON.stringify([...monitor.tags, "demo"]) };
  tables.add("monitor", { id, pageId, shardId, ...checks, ...state, ...made });
  addRules(demo, id, demoComponentId(demo, monitor.component), monitor.status, watchedSince);
}

function make(demo: DemoState, shardId: string, monitor: DemoMonitor, phase: number): DemoMonitorHistory {
  const end = toMinute(demo.now) - 1;
  const today = Math.floor(end / dayMinutes);
  const since = (today - countedDays) * dayMinutes * minuteMs;
  const chance = seededRandom(demo.now + phase);
  const planned = planOf(demo, monitor, phase % monitor.interval, since);
  const from = (today - wholeDays) * dayMinutes;
  const minutes = Array.from({ length: end - from + 1 }, (_, index) =>
    demoMinuteOf(monitor, planned.phase, end + 1, from + index, chance),
  );
  addMonitor(demo, shardId, monitor, planned);
  addHours(demo, planned.id, from, minutes);
  const counted = new Map<number, DayCheckCounts>();
  for (let day = today - countedDays + 1; day < today; day++) {
    const whole = minutes.slice(day * dayMinutes - from, (day + 1) * dayMinutes - from);
    const seen = day * dayMinutes >= from;
    counted.set(
      day,
      seen ? dayCheckCountsOfMinutes(whole) : demoDayCheckCounts(monitor, end + 1, day * dayMinutes, chance),
    );
  }
  addDays(demo, planned.id, counted);
  return {
    planned,
    ring: packMinuteRing(minutes.slice(-ringMinutes)),
    state: stateOf(minutes, end, since),
  };
}

/** Adds the company's own monitors, with 90 days of results. */
export function addMonitorRows(demo: DemoState): void {
  const shardId = demo.id(demo.now);
  const made = demoMonitors.map((monitor, phase) => make(demo, shardId, monitor, phase));
  const byId = <Value>(value: (each: DemoMonitorHistory) => Value) =>
    JSON.stringify(Object.fromEntries(made.map((each) => [each.planned.id, value(each)])));
  demo.tables.add("monitor_shard", {
    id: shardId,
    pageId: demo.pageId,
    minute: toMinute(demo.now) - 1,
    plan: JSON.stringify(made.map(({ planned }) => planned)),
    rings: byId(({ ring }) => ring),
    states: byId(({ state }) => state),
  });
}
