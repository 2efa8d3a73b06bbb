import type { UptimePartsByDay } from "./snapshot-document";

const upToLast = (parts: readonly number[]) => parts.slice(0, parts.findLastIndex((part) => part !== 0) + 1);

/** Packs the parts of each day. `dates` gives the index of each date in the list that all components share. */
export const packUptimeParts = (stories: UptimePartsByDay, dates: ReadonlyMap<string, number>): string =>
  Object.entries(uptimePartsByDate(stories))
    .map(([date, parts]) => [dates.get(date) ?? 0, ...upToLast(parts)].join(","))
    .join(";");

/** Returns date → ms of [major, partial, degraded, maintenance, no data], for days that were not fully operational. */
export function uptimePartsByDate(stories: UptimePartsByDay): Record<string, number[]> {
  const { packed, dates } = stories;
  if (typeof packed !== "string") return stories as Record<string, number[]>;
  const found: Record<string, number[]> = {};
  for (const told of packed === "" ? [] : packed.split(";")) {
    const [index = 0, major = 0, partial = 0, degraded = 0, maintenance = 0, noData = 0] = told.split(",").map(Number);
    found[(dates as readonly string[])[index] ?? ""] = [major, partial, degraded, maintenance, noData];
  }
  return found;
}
