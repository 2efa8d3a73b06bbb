import { describe, expect, test } from "vitest";
import { daysBetween } from "~/time/day";
import { daysSinceStartDate, daysToExamine, yearsOfDays } from "./past-days";

const zones = [
  "Etc/UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Africa/Cairo",
];

describe("the days that are looked at", () => {
  test.each(zones)("%s: those that the zone has", (zone) => {
    for (const year of [2011, 2018, 2024]) {
      const all = daysBetween(zone, Date.parse(`${year}-03-05T12:00:00Z`), Date.parse(`${year + 1}-03-05T12:00:00Z`));
      const until = all.at(-1)?.from ?? 0;
      expect(daysToExamine(zone, [all[0]?.date ?? ""], until)).toEqual(all.slice(0, -1));
    }
  });

  test("from the earliest start on, ten years back at the most, and none that was not over", () => {
    const until = Date.parse("2026-11-20T00:00:00Z");
    const days = daysToExamine("Etc/UTC", ["2026-11-01", "2026-10-01", "2026-12-01"], until);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(["2026-10-01", "2026-11-19"]);
    expect(daysSinceStartDate(days, "2026-11-10").length).toBe(10);
    expect(daysToExamine("Etc/UTC", ["2026-12-01"], until)).toEqual([]);
    expect(daysToExamine("Etc/UTC", [], until)).toEqual([]);
    expect(daysToExamine("Etc/UTC", ["1970-01-01"], until)[0]?.date).toBe("2016-11-12");
    expect(yearsOfDays(daysToExamine("Etc/UTC", ["2024-12-31"], until))).toEqual([2024, 2025, 2026]);
    expect(daysToExamine("Etc/UTC", ["2026-11-18"], until + 3600_000).map(({ date }) => date)).toEqual([
      "2026-11-18",
      "2026-11-19",
    ]);
  });
});
