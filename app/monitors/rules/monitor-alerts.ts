import { type AlertSignal, makeAlertSignal } from "~/alerts/rules/signal";
import { minuteMs } from "~/time/durations";
import type { AlertRepeatReason } from "./expiry";
import type { VerdictChange } from "./judge";
import type { MonitorCheckResult, PlannedMonitor } from "./monitor";

/** Keys of a monitor's two alerts; each has its own episodes, so that each has its true start. */
export const downAlertKey = "down";
export const degradedAlertKey = "degraded";

const instant = (minute: number) => minute * minuteMs;

/** Title of a degraded monitor's alert, derived from the kind and the finding in its labels. */
export type DegradedAlertTitle = "monitor_slow" | "monitor_degraded" | "certificate_expires" | "domain_expires";

const ends: Readonly<Record<string, DegradedAlertTitle>> = {
  tls: "certificate_expires",
  http: "certificate_expires",
  domain: "domain_expires",
};

/** Returns the title's key, with the `days` within which something expires when that is the reason. */
export function degradedAlertTitle({ kind, code, within }: Readonly<Record<string, string>>): {
  key: DegradedAlertTitle;
  days?: number;
} {
  const key = within === undefined ? undefined : ends[kind ?? ""];
  if (key) return { key, days: Number(within) };
  return { key: code === undefined || code === "slow" ? "monitor_slow" : "monitor_degraded" };
}

const inDays = (days = 0) => (days === 1 ? "within 1 day" : `within ${days} days`);

const english: Record<DegradedAlertTitle, (name: string, days?: number) => string> = {
  monitor_slow: (name) => `${name} is slow`,
  monitor_degraded: (name) => `${name} is degraded`,
  certificate_expires: (name, days) => `${name}: certificate expires ${inDays(days)}`,
  domain_expires: (name, days) => `${name}: domain expires ${inDays(days)}`,
};

type MonitorName = Pick<PlannedMonitor, "name" | "kind">;

const labelsOf = (
  { name, kind }: MonitorName,
  { code, link, within }: Partial<MonitorCheckResult>,
): Record<string, string> => ({
  monitor: name,
  kind,
  ...(code === undefined ? {} : { code }),
  ...(link === undefined ? {} : { link }),
  ...(within === undefined ? {} : { within: String(within) }),
});

/** Returns a degraded monitor's alert, without its times. */
function degradedAlert(monitor: MonitorName, sight: MonitorCheckResult | undefined) {
  const labels = labelsOf(monitor, sight ?? {});
  const { key, days } = degradedAlertTitle(labels);
  const title = english[key](monitor.name, days).slice(0, 255);
  return { key: degradedAlertKey, title, severity: "warning" as const, body: sight?.detail ?? "", labels };
}

/** Returns the signals of the monitor's alerts for a change of state. */
export function verdictChangeSignals(
  monitor: MonitorName,
  { to, at }: VerdictChange,
  sight: MonitorCheckResult | undefined,
): AlertSignal[] {
  const fires = { status: "firing" as const, startedAt: instant(at) };
  const over = { status: "resolved" as const, endedAt: instant(at) };
  const degraded = degradedAlert(monitor, sight);
  const { body, labels } = degraded;
  const title = `${monitor.name} is down`.slice(0, 255);
  const down = { key: downAlertKey, title, severity: "critical" as const, body, labels };
  return [
    makeAlertSignal({ ...down, ...(to === "down" ? fires : over) }),
    makeAlertSignal({ ...degraded, ...(to === "degraded" ? fires : over) }),
  ];
}

/**
 * Returns the signals for a monitor that stays degraded: `again` starts another episode of its alert in this minute,
 * which notifies as any other; `corrected` continues the alert with another text.
 */
export function repeatAlertSignals(
  monitor: MonitorName,
  how: AlertRepeatReason,
  minute: number,
  sight: MonitorCheckResult | undefined,
): AlertSignal[] {
  const degraded = degradedAlert(monitor, sight);
  const at = instant(minute);
  const fires = makeAlertSignal({ ...degraded, status: "firing", startedAt: at });
  return how === "again" ? [makeAlertSignal({ ...degraded, status: "resolved", endedAt: at }), fires] : [fires];
}
