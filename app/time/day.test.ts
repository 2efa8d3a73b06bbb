import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { type Day, dayOf, dayStart, daysBetween, isCalendarDate, isTimeZone, lastDays, nextDayStart } from "./day";

const hour = 3_600_000;
const instant = (text: string) => Date.parse(text);
const first = instant("2024-01-01T00:00Z");
const last = instant("2036-01-01T00:00Z");

/** Returns the zone's changes of offset from 2024 to 2035, as instants. */
function transitionsOf(zone: string): number[] {
  const found: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone);
  for (
    at = at.getTimeZoneTransition("next");
    at && at.epochMilliseconds < last;
    at = at.getTimeZoneTransition("next")
  ) {
    found.push(at.epochMilliseconds);
  }
  return found;
}

/** Takes the date from the platform, not from the library under test. */
function platformDate(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (at) => format.format(at);
}

const tiles = (days: readonly Day[]): boolean =>
  days.every((day, index) => day.to > day.from && (index === 0 || days[index - 1]?.to === day.from));

/** Returns the faults of the days around one instant; none when they tile and agree with the platform. */
function faultsAround(zone: string, at: number, dateOf: (at: number) => string): string[] {
  const days = daysBetween(zone, at - 36 * hour, at + 36 * hour);
  const faults = tiles(days) ? [] : [`${zone} ${at}: gaps`];
  for (const { date, from, to } of days) {
    if (dateOf(from) !== date || dateOf(to - 1) !== date || dateOf(from - 1) >= date)
      faults.push(`${zone} ${date}: edges`);
    if (Math.abs(to - from - 24 * hour) > 3 * hour) faults.push(`${zone} ${date}: ${(to - from) / hour} h`);
  }
  for (const near of [at - 1, at, at + 1]) {
    const inside = days.find((day) => day.from <= near && near < day.to);
    if (inside?.date !== dayOf(zone, near) || inside.to !== nextDayStart(zone, near))
      faults.push(`${zone} ${near}: outside`);
  }
  return faults;
}

describe("days of a zone", () => {
  it.each([
    ["Etc/UTC", "2026-06-01", "2026-06-01T00:00Z", 24],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00Z", 23],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00Z", 25],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15Z", 24],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30Z", 23.5],
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00Z", 23],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00Z", 25],
  ])("%s %s starts at %s and has %d hours", (zone, date, start, hours) => {
    const from = instant(start);
    expect(dayStart(zone, date)).toBe(from);
    expect(daysBetween(zone, from, from + 1)).toEqual([{ date, from, to: from + hours * hour }]);
    expect(dayOf(zone, from - 1) < date).toBe(true);
  });

  it("tile the line around every transition of every zone, 2024 to 2035", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    let transitions = 0;
    const faults = zones.flatMap((zone) => {
      const dateOf = platformDate(zone);
      const changes = transitionsOf(zone);
      transitions += changes.length;
      return [first, ...changes].flatMap((at) => faultsAround(zone, at, dateOf));
    });
    expect(faults).toEqual([]);
    expect(zones.length).toBeGreaterThan(400);
    expect(transitions).toBeGreaterThan(2_500);
  }, 30_000);

  it.each(["Etc/UTC", "Europe/Berlin", "Africa/Cairo"])("tile twelve years of %s", (zone) => {
    const days = daysBetween(zone, dayStart(zone, "2024-01-01"), dayStart(zone, "2036-01-01"));
    expect(days).toHaveLength(4_383);
    expect(tiles(days)).toBe(true);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(["2024-01-01", "2035-12-31"]);
  });

  it("leave out a day that a zone left out", () => {
    const days = daysBetween("Pacific/Apia", instant("2011-12-29T12:00Z"), instant("2011-12-31T00:00Z"));
    expect(days.map((day) => day.date)).toEqual(["2011-12-29", "2011-12-31"]);
    expect(tiles(days)).toBe(true);
  });

  it("keep minutes that come twice over midnight in the day that had begun", () => {
    const changed = instant("2010-11-07T02:31Z");
    const [day] = daysBetween("America/St_Johns", changed, changed + 1);
    expect(day?.date).toBe("2010-11-07");
    expect(tiles(daysBetween("America/St_Johns", changed - 48 * hour, changed + 48 * hour))).toBe(true);
    expect(dayOf("America/St_Johns", changed)).toBe("2010-11-07");
  });

  it("are none between an instant and itself", () => {
    expect(daysBetween("Europe/Berlin", first, first)).toEqual([]);
  });
});

describe("the last days", () => {
  it("end with the day of now and tile", () => {
    const now = instant("2026-11-21T02:20Z");
    const days = lastDays("America/New_York", now, 90);
    expect(days).toHaveLength(90);
    expect(tiles(days)).toBe(true);
    expect(days.at(-1)).toEqual({
      date: "2026-11-20",
      from: instant("2026-11-20T05:00Z"),
      to: instant("2026-11-21T05:00Z"),
    });
    expect(days[0]?.date).toBe("2026-08-23");
  });

  it.each(["2026-03-31", "2026-10-27"])("leave none out and double none over a change of clocks, to %s", (date) => {
    const days = lastDays("Europe/Berlin", dayStart("Europe/Berlin", date), 5);
    expect(new Set(days.map((day) => day.date)).size).toBe(5);
    expect(tiles(days)).toBe(true);
  });

  it("begin a new one exactly at midnight", () => {
    const midnight = dayStart("Europe/Berlin", "2026-07-01");
    expect(lastDays("Europe/Berlin", midnight, 1)[0]?.date).toBe("2026-07-01");
    expect(lastDays("Europe/Berlin", midnight - 1, 2).map((day) => day.date)).toEqual(["2026-06-29", "2026-06-30"]);
    expect(nextDayStart("Europe/Berlin", midnight - 1)).toBe(midnight);
    expect(nextDayStart("Europe/Berlin", midnight)).toBe(midnight + 24 * hour);
  });
});

describe("a zone", () => {
  it.each(["Etc/UTC", "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+5"])(
    "%s is one",
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each([
    "",
    "Europe/Bielefeld",
    "+02:00",
    "+0200",
    "-05",
    "02:00",
    "2020-01-01T00:00[Europe/Berlin]",
    "Europe/Berlin ",
    "x".repeat(80),
    "JST",
    "IST",
  ])("%j is none", (name) => expect(isTimeZone(name)).toBe(false));
});

describe("a date", () => {
  it.each(["2024-02-29", "2026-12-31", "0001-01-01", "9999-12-31"])("%s is one", (text) => {
    expect(isCalendarDate(text)).toBe(true);
    expect(() => nextDayStart("UTC", dayStart("UTC", text))).not.toThrow();
  });

  it.each(["2026-02-29", "2026-02-31", "2026-13-01", "2026-00-10", "26-1-1", "", "2026-11-20T10:00"])(
    "%j is none",
    (text) => expect(isCalendarDate(text)).toBe(false),
  );
});
