import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, daysBetween } from "./day";
import { clipDays, daysOfTimeRange } from "./days-touched";

const inZone = (zone: string) => (at: number) => dayOf(zone, at);
const at = (text: string) => Date.parse(text);

test.each([
  ["within a day", "Etc/UTC", "2026-11-20T10:00Z", "2026-11-20T11:00Z", "2026-11-20", "2026-11-20"],
  ["up to midnight", "Etc/UTC", "2026-11-20T10:00Z", "2026-11-21T00:00Z", "2026-11-20", "2026-11-20"],
  ["a second into the next day", "Etc/UTC", "2026-11-20T10:00Z", "2026-11-21T00:00:01Z", "2026-11-20", "2026-11-21"],
  ["of no length", "Etc/UTC", "2026-11-20T00:00Z", "2026-11-20T00:00Z", "2026-11-20", "2026-11-20"],
  ["that ends before it starts", "Etc/UTC", "2026-11-20T10:00Z", "2026-11-18T10:00Z", "2026-11-20", "2026-11-20"],
  ["in a zone west of it", "America/New_York", "2026-11-20T03:30Z", "2026-11-23T15:00Z", "2026-11-19", "2026-11-23"],
  ["over a day of 25 hours", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T22:59Z", "2026-10-25", "2026-10-25"],
  ["over a day of 23 hours", "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T22:01Z", "2026-03-29", "2026-03-30"],
])("a stretch %s", (_, zone, from, to, first, last) => {
  expect(daysOfTimeRange({ from: at(from), to: at(to) }, inZone(zone))).toEqual({ first, last });
});

test("they are the days that tile the stretch, in every zone", () => {
  const zones = ["Etc/UTC", "America/St_Johns", "Pacific/Apia", "Africa/Cairo", "Australia/Lord_Howe"];
  const instants = fc.integer({ min: at("2024-01-01T00:00Z"), max: at("2030-01-01T00:00Z") });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      instants,
      fc.integer({ min: 1, max: 40 * 24 * 3_600_000 }),
      (zone, from, length) => {
        const tiles = daysBetween(zone, from, from + length).map(({ date }) => date);
        const { first, last } = daysOfTimeRange({ from, to: from + length }, inZone(zone));
        expect([first, last]).toEqual([tiles[0], tiles.at(-1)]);
      },
    ),
    { numRuns: 100 },
  );
});

test("of days within others the shared ones are left", () => {
  const month = { first: "2026-11-01", last: "2026-11-30" };
  const within = (first: string, last: string) => clipDays({ first, last }, month);
  expect(within("2026-10-30", "2026-12-02")).toEqual(month);
  expect(within("2026-11-20", "2026-11-21")).toEqual({ first: "2026-11-20", last: "2026-11-21" });
  expect(within("2026-10-30", "2026-10-31")).toBeNull();
  expect(within("2026-12-01", "2026-12-01")).toBeNull();
});
