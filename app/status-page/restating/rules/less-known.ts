import type { Parts } from "../../uptime/rules/uptime";

/**
 * Parts of `length` ms of which nobody knew `unknown` ms: as much of the operational time is no data. What was reported
 * stays, and so does no data that is there already: it is taken to lie within.
 */
export function lessKnown(parts: Parts, length: number, unknown: number): Parts {
  if (unknown === 0) return parts;
  const [major, partial, degraded, maintenance, noData] = parts;
  const room = Math.max(0, length - major - partial - degraded - maintenance);
  return [major, partial, degraded, maintenance, Math.max(noData, Math.min(unknown, room))];
}
