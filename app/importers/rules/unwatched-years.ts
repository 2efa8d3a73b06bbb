import { dayStart, daysBetween } from "~/time/day";

/** Days of the same years for several components. */
export interface UnwatchedYears {
  /** Days of each year: MM-DD → [major, partial, degraded, maintenance, no data] in ms. */
  years: Record<string, Record<string, readonly number[]>>;
  /** A row for each component and year; `from` is MM-DD. */
  rows: { componentId: string; year: number; from: string }[];
}

/** Returns the closed days since the start dates of components that nothing has watched so far. */
export function unwatchedYears(
  zone: string,
  openDayAt: number,
  components: readonly { id: string; startDate: string }[],
): UnwatchedYears {
  const oldest = components.map(({ startDate }) => startDate).sort()[0];
  const years: UnwatchedYears["years"] = {};
  if (oldest === undefined) return { years, rows: [] };
  const closed = daysBetween(zone, dayStart(zone, oldest), openDayAt).filter(({ to }) => to <= openDayAt);
  for (const { date, from, to } of closed) {
    const year = date.slice(0, 4);
    years[year] = { ...years[year], [date.slice(5)]: [0, 0, 0, 0, to - from] };
  }
  const last = closed.at(-1)?.date ?? "";
  const rows = components.flatMap(({ id: componentId, startDate }) =>
    startDate > last
      ? []
      : Object.keys(years)
          .filter((year) => year >= startDate.slice(0, 4))
          .map((year) => ({
            componentId,
            year: Number(year),
            from: year === startDate.slice(0, 4) ? startDate.slice(5) : "01-01",
          })),
  );
  return { years, rows };
}
