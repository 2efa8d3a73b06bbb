import type { Day } from "~/time/day";
import { type UptimeParts, zeroUptimeParts } from "../../uptime/rules/uptime";
import type { ClosedDayParts } from "./restated-days";

/**
 * Returns the former parts of restated days for the audit log: `2026-01-01/2026-02-20` (both days inclusive) → their
 * parts in ms (major, partial, degraded, maintenance, no data). Equal neighbours share a line.
 */
export function formerPartsByDaySpan(
  closed: ClosedDayParts,
  restated: ClosedDayParts,
  days: readonly Day[],
): Record<string, readonly number[]> {
  const lines: { first: string; last: string; parts: UptimeParts }[] = [];
  let isNext = false;
  for (const { date } of days) {
    const parts = closed.get(date) ?? zeroUptimeParts;
    const last = lines.at(-1);
    const isSame = isNext && last?.parts.every((part, index) => part === parts[index]);
    isNext = restated.has(date);
    if (!isNext) continue;
    if (last && isSame) last.last = date;
    else lines.push({ first: date, last: date, parts });
  }
  return Object.fromEntries(lines.map(({ first, last, parts }) => [`${first}/${last}`, parts]));
}
