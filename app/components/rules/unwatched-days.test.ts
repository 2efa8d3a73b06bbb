import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, dayStart, nextDayStart } from "~/time/day";
import { earliestStartDate, unwatchedDays } from "./unwatched-days";

const day = 24 * 3600_000;
const zones = ["Etc/UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Apia"];
const all = (rows: ReturnType<typeof unwatchedDays>) =>
  new Map(rows.flatMap(({ year, days }) => Object.entries(days).map(([key, parts]) => [`${year}-${key}`, parts])));

test("every closed day since the start date is wholly no data, one row for each year", () => {
  const openDayAt = dayStart("Etc/UTC", "2026-01-03");
  const past = { componentId: "c", zone: "Etc/UTC", from: "2025-12-30", openDayAt };
  expect(unwatchedDays(past)).toEqual([
    { componentId: "c", year: 2025, days: { "12-30": [0, 0, 0, 0, day], "12-31": [0, 0, 0, 0, day] } },
    { componentId: "c", year: 2026, days: { "01-01": [0, 0, 0, 0, day], "01-02": [0, 0, 0, 0, day] } },
  ]);
  expect(unwatchedDays({ ...past, from: "2026-01-03" })).toEqual([]);
  expect(unwatchedDays({ ...past, from: "2031-01-03" })).toEqual([]);
});

test("in every zone the days tile the time from the start date to the open day, over changes of clocks too", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2011, 6, 1), max: Date.UTC(2032, 0, 1) }),
      fc.integer({ min: 0, max: 400 }),
      (zone, now, back) => {
        const openDayAt = dayStart(zone, dayOf(zone, now));
        const from = dayOf(zone, openDayAt - back * day);
        const found = all(unwatchedDays({ componentId: "c", zone, from, openDayAt }));
        const known = [...found.values()].reduce((sum, parts) => sum + (parts[4] ?? 0), 0);
        expect(known).toBe(Math.max(0, openDayAt - dayStart(zone, from)));
        for (const date of found.keys())
          expect(nextDayStart(zone, dayStart(zone, date))).toBeLessThanOrEqual(openDayAt);
      },
    ),
    { numRuns: 40 },
  );
});

test("of one that is there already: what came before it was made, and since nobody vouches; the rest stays", () => {
  const openDayAt = dayStart("Etc/UTC", "2026-03-10");
  const known = { createdAt: Date.UTC(2026, 2, 4, 12), startDate: "2026-03-08" };
  const dates = (unwatchedSince: number | null) => [
    ...all(
      unwatchedDays({
        componentId: "c",
        zone: "Etc/UTC",
        from: "2026-03-02",
        openDayAt,
        known: { ...known, unwatchedSince },
      }),
    ).keys(),
  ];
  expect(dates(null)).toEqual(["2026-03-02", "2026-03-03"]);
  expect(dates(Date.UTC(2026, 2, 7))).toEqual(["2026-03-02", "2026-03-03", "2026-03-07"]);
  expect(dates(Date.UTC(2026, 2, 4, 12))).toEqual(
    ["02", "03", "04", "05", "06", "07"].map((date) => `2026-03-${date}`),
  );
});

test("so many years back is as far as it goes", () => {
  expect(earliestStartDate("2026-11-28")).toBe("2016-01-01");
});
