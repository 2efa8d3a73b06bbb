import { expect, test } from "vitest";
import { isTimeZone } from "~/time/day";
import { foreignTimeZone, timeZoneByRailsName } from "./foreign-time-zone";

test("every name of Rails leads to a zone of the database", () => {
  const names = Object.keys(timeZoneByRailsName);
  expect(names.filter((name) => !isTimeZone(foreignTimeZone(name) ?? ""))).toEqual([]);
  expect(names.length).toBeGreaterThan(140);
});

test.each([
  ["Berlin", "Europe/Berlin"],
  [" Pacific Time (US & Canada) ", "America/Los_Angeles"],
  ["America/Tijuana", "America/Tijuana"],
  ["Nowhere", null],
  ["", null],
  ["constructor", null],
])("%j is %j", (text, zone) => {
  expect(foreignTimeZone(text)).toBe(zone);
});
