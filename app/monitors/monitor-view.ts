import { type CausingAlert, parseCausingAlert } from "~/alerts/list";
import { englishText, type Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { type MonitorMinute, unpackMinuteRing } from "~/text/ring";
import { dayMs, minuteMs } from "~/time/durations";
import { monitorKindOf } from "./kinds/known-kinds";
import type { MonitorByIdRow, MonitorWithHistoryRow } from "./queries/monitor";
import type { MonitorFilterState } from "./rules/input";
import { storedMonitorState } from "./rules/known-state";
import type { MonitorStateRecord, UpgradeDifference } from "./rules/monitor";
import { nextCheckAt } from "./rules/monitor-due";
import {
  type CheckCounts,
  checkCountsByDay,
  countChecksOfLastDays,
  countChecksSince,
  uptimeShare,
} from "./rules/monitor-uptime";

/** Share of known checks that found the monitor up, 0 to 1; null when none is known. */
export interface MonitorUptime {
  day: number | null;
  week: number | null;
  month: number | null;
  quarter: number | null;
}

/** A monitor as lists show it; instants and milliseconds are numbers. */
export interface MonitorSummaryView {
  id: string;
  name: string;
  kind: string;
  kindTitle: string;
  /** Target, without credentials; empty when its settings cannot be read. */
  target: string;
  tags: string[];
  state: MonitorFilterState;
  since: number;
  mutedUntil: number | null;
  interval: number;
  nextCheckAt: number | null;
  /** Time of the last check with a result, in ms. */
  lastCheckAt: number | null;
  /** Response time of the last check, followed by its code and text. */
  milliseconds: number | null;
  code: string;
  detail: Refusal;
  /** The first result that an upgrade read differently, shown for a week; null = none. */
  reread: UpgradeDifference | null;
  /** Sixty minutes, oldest first; the newest started at `ringEndsAt` (UTC ms). */
  ring: MonitorMinute[];
  ringEndsAt: number;
  uptime: MonitorUptime;
  /** The cause of its failure; while it is set, nobody is notified of the failure. */
  waitingFor: CausingAlert | null;
  version: number;
}

type Settings = Record<string, unknown>;

/** Returns the settings; null when they were encrypted with a secret that no longer exists. */
export async function openMonitorSettings(
  ctx: Ctx,
  row: Pick<MonitorByIdRow, "settingsSealed">,
): Promise<Settings | null> {
  const text = await ctx.secrets.open(row.settingsSealed);
  return text === null ? null : (JSON.parse(text) as Settings);
}

export function monitorTargetText(kind: string, settings: Settings | null): string {
  const adapter = monitorKindOf(kind);
  const parsed = settings === null ? null : adapter?.settings.safeParse(settings);
  return adapter && parsed?.success ? adapter.target(parsed.data) : "";
}

/** Returns the usual response time in ms; null when it is not compared, or when there is too little data. */
export const usualResponseMsOf = (
  row: Pick<MonitorByIdRow, "known" | "watchedSince" | "slowerThanUsual">,
): number | null => (row.slowerThanUsual === null ? null : (storedMonitorState(row)?.usual?.milliseconds ?? null));

/** Returns the counts of the current day, even if the monitor was resumed since. */
export function currentDayCounts(known: string | null): { day: number; today: CheckCounts } | null {
  return known === null ? null : (JSON.parse(known) as MonitorStateRecord);
}

function uptimeOf(row: MonitorWithHistoryRow, now: number): MonitorUptime {
  const days = checkCountsByDay(JSON.parse(row.years), currentDayCounts(row.known));
  const today = Math.floor(now / dayMs);
  const of = (length: number) => uptimeShare(countChecksOfLastDays(days, today, length));
  const minutes = { hours: JSON.parse(row.hours), ring: row.ring ?? "", end: row.minute };
  const day = uptimeShare(countChecksSince(minutes, Math.floor(now / minuteMs) - 1439));
  return { day, week: of(7), month: of(30), quarter: of(90) };
}

/** Returns the next check: the next minute for a monitor that was never checked or is owed a check. */
function nextOf(row: MonitorByIdRow, state: MonitorStateRecord | null, now: number): number | null {
  const paused = row.pausedAt !== null;
  if (row.agentId !== null && monitorKindOf(row.kind)?.from === "reported") return null;
  const soon = !paused && row.agentId === null && (state === null || state.last === null || state.owed);
  return soon ? (Math.floor(now / minuteMs) + 1) * minuteMs : nextCheckAt({ ...row, paused }, now);
}

function sinceOf(row: MonitorByIdRow): number {
  if (row.pausedAt !== null) return row.pausedAt;
  if (row.shown === "no_data") return row.silentSince ?? row.minute * minuteMs;
  return row.stateSince;
}

/** Returns the fields of a monitor that a conflict may show, which exclude its settings. */
export const monitorConflictFields = ({ id, name, kind, version, interval, tags, mutedUntil }: MonitorByIdRow) => ({
  id,
  name,
  kind,
  kindTitle: monitorKindOf(kind)?.title ?? kind,
  interval,
  tags,
  mutedUntil,
  version,
});

/** Returns the row of a list; decrypts the settings for the target. */
export async function monitorSummaryViewOf(ctx: Ctx, row: MonitorWithHistoryRow): Promise<MonitorSummaryView> {
  const now = ctx.now();
  const state = storedMonitorState(row);
  return {
    ...monitorConflictFields(row),
    mutedUntil: row.mutedUntil !== null && row.mutedUntil > now ? row.mutedUntil : null,
    target: monitorTargetText(row.kind, await openMonitorSettings(ctx, row)),
    state: row.shown as MonitorFilterState,
    since: sinceOf(row),
    nextCheckAt: nextOf(row, state, now),
    lastCheckAt: state?.last == null ? null : state.last * minuteMs,
    milliseconds: state?.milliseconds ?? null,
    code: state?.code ?? "",
    detail: state?.detail ?? englishText(""),
    reread: state?.reread ?? null,
    ring: unpackMinuteRing(row.ring ?? ""),
    ringEndsAt: row.minute * minuteMs,
    uptime: uptimeOf(row, now),
    waitingFor: parseCausingAlert(row.waitingFor),
  };
}
