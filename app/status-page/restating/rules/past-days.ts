import { type Day, dayStart, daysBetween } from "~/time/day";

/** What is older stays as it was counted; so far back the page's own report reaches, too. */
const reach = 10 * 366 * 86_400_000;

/** The days of a component that are looked at: those that were over when coverage came, oldest first. */
export function pastDays(zone: string, startDate: string, until: number): Day[] {
  const from = Math.max(dayStart(zone, startDate), until - reach);
  return daysBetween(zone, from, until).filter(({ date, to }) => date >= startDate && to <= until);
}

/** The years in which days of these components may be packed. */
export function yearsTo(startDates: readonly string[], until: number): number[] {
  const last = new Date(until).getUTCFullYear() + 1;
  const earliest = Math.min(...startDates.map((date) => Number(date.slice(0, 4))));
  const first = Math.max(earliest, new Date(until - reach).getUTCFullYear());
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
