/** Severities of alerts, mildest first. */
export const alertSeverities = ["info", "warning", "error", "critical"] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** Returns the severity's rank. An alert without a severity is treated as a warning, because it may not be harmless. */
export function severityRankOf(severity: string | null): number {
  const rank = alertSeverities.indexOf(severity as AlertSeverity);
  return rank < 0 ? alertSeverities.indexOf("warning") : rank;
}

/** Returns true when the severity reaches the minimum. Without a severity it does, because the alert may be serious. */
export const isSevereEnough = (severity: AlertSeverity | null, minimum: string | null): boolean =>
  severity === null ||
  minimum === null ||
  alertSeverities.indexOf(severity) >= alertSeverities.indexOf(minimum as never);
