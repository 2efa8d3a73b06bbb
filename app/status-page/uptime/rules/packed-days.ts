import type { UptimeParts } from "./uptime";

/** A row of packed days: `MM-DD` → parts. */
interface PackedYear {
  componentId: string;
  year: number;
  days: Record<string, number[]>;
}

/** Returns packed days by component, then by date. */
export function packedDaysByComponent(years: readonly PackedYear[]): Map<string, Map<string, UptimeParts>> {
  const found = new Map<string, Map<string, UptimeParts>>();
  for (const { componentId, year, days } of years) {
    const own = found.get(componentId) ?? new Map<string, UptimeParts>();
    found.set(componentId, own);
    for (const [date, parts] of Object.entries(days)) own.set(`${year}-${date}`, parts as unknown as UptimeParts);
  }
  return found;
}
