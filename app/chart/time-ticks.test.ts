import fc from "fast-check";
import { expect, test } from "vitest";
import { dateFormats } from "~/i18n/dates";
import { chartTimeTicks } from "./time-ticks";

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 20, 12);

const shown = (zone: string, from: number, to: number) =>
  chartTimeTicks(zone, from, to).map(({ at, date }) => date ?? dateFormats("en", zone).clock(at));

test("a day has its beginning and three hours between, as the clocks of the zone show them", () => {
  expect(shown("Etc/UTC", noon - day, noon)).toEqual(["18:00", "2026-11-20", "06:00"]);
  expect(shown("Asia/Kathmandu", noon - day, noon)).toEqual(["18:00", "2026-11-20", "06:00", "12:00"]);
});

test("a day of 25 hours and one of 23 keep their places where the clocks show them", () => {
  const autumn = Date.UTC(2026, 9, 25, 22);
  const spring = Date.UTC(2026, 2, 29, 22);
  for (const to of [autumn, spring]) {
    expect(shown("Europe/Berlin", to - day, to).slice(-3)).toEqual(["06:00", "12:00", "18:00"]);
  }
});

test("a midnight that clocks jump over is where its day begins", () => {
  const to = Date.UTC(2026, 8, 6, 12);
  const beginning = chartTimeTicks("America/Santiago", to - day, to).find(({ date }) => date !== null);
  expect([beginning?.date, dateFormats("en", "America/Santiago").clock(beginning?.at ?? 0)]).toEqual([
    "2026-09-06",
    "01:00",
  ]);
});

test("weeks and months have beginnings of days, the last of them among them", () => {
  expect(shown("Etc/UTC", noon - 7 * day, noon)).toHaveLength(7);
  const month = shown("Etc/UTC", noon - 30 * day, noon);
  expect(month).toEqual([
    "2026-10-23",
    "2026-10-27",
    "2026-10-31",
    "2026-11-04",
    "2026-11-08",
    "2026-11-12",
    "2026-11-16",
    "2026-11-20",
  ]);
});

test("any stretch in any zone: at most eight places, in order, inside", () => {
  const zones = ["Etc/UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo"];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 1, max: 90 * 24 }),
      (zone, from, length) => {
        const [start, end] = [Date.UTC(2025, 0, 1) + from * hour, Date.UTC(2025, 0, 1) + (from + length) * hour];
        const places = chartTimeTicks(zone, start, end).map(({ at }) => at);
        expect(places.length).toBeLessThanOrEqual(8);
        expect(places).toEqual([...new Set(places)].sort((one, next) => one - next));
        expect(places.every((at) => at > start && at < end)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
