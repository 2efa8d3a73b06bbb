import type { ReportedUptime } from "./move-document";

const mostDays = 3660;

/**
 * Returns an uptime that the origin says, as documents have it; undefined where it says none, or no share. `days` null =
 * all that it knows; `until` null = when it was read.
 */
export function toReportedUptime(
  percent: number | null,
  days: number | null,
  until: number | null = null,
): ReportedUptime | undefined {
  if (percent === null || !(percent >= 0 && percent <= 100)) return undefined;
  return { percent, days: days === null ? null : Math.min(mostDays, days), until };
}
