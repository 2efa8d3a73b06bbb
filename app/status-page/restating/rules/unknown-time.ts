import type { UptimeParts } from "../../uptime/rules/uptime";

/**
 * Returns the parts of a day of `length` ms with `unknown` ms of the operational time turned into no data. Reported
 * time stays, and so does existing no data, which is assumed to lie within the unknown time.
 */
export function withUnknownTime(parts: UptimeParts, length: number, unknown: number): UptimeParts {
  if (unknown === 0) return parts;
  const [major, partial, degraded, maintenance, noData] = parts;
  const room = Math.max(0, length - major - partial - degraded - maintenance);
  return [major, partial, degraded, maintenance, Math.max(noData, Math.min(unknown, room))];
}
