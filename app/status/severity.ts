/** Of alerts, mildest first. */
export const alertSeverities = ["info", "warning", "error", "critical"] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** What says no severity is told: nobody knows that it is harmless. */
export const isSevereEnough = (severity: AlertSeverity | null, minimum: string | null): boolean =>
  severity === null ||
  minimum === null ||
  alertSeverities.indexOf(severity) >= alertSeverities.indexOf(minimum as never);
