/** Severities of alerts, mildest first. */
export const alertSeverities = ["info", "warning", "error", "critical"] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** Returns true when the severity reaches the minimum. Without a severity it does, because the alert may be serious. */
export const isSevereEnough = (severity: AlertSeverity | null, minimum: string | null): boolean =>
  severity === null ||
  minimum === null ||
  alertSeverities.indexOf(severity) >= alertSeverities.indexOf(minimum as never);
