import { expect, test } from "vitest";
import { hasCompleteDay, uptimeOfLastDays } from "./recent-uptime";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

const hour = 3600_000;
/** Five days up to noon of Monday, October 26, 2026, in Berlin; the 25th has 25 hours. */
const snapshot = {
  page: { timeZone: "Europe/Berlin", partialWeight: 0.5 },
  builtAt: Date.parse("2026-10-26T11:00:00Z"),
} as Snapshot;
const component = (days: string, stories: Record<string, number[]> = {}) => ({ days, stories }) as SnapshotComponent;

test("only the days that are meant count, with the length that they have", () => {
  const down = component("moomo", { "2026-10-22": [24 * hour, 0, 0, 0, 0], "2026-10-25": [5 * hour, 0, 0, 0, 0] });
  expect(uptimeOfLastDays(snapshot, down, 1)).toBe(10_000);
  expect(uptimeOfLastDays(snapshot, down, 2)).toBe(Math.floor((32 / 37) * 10_000));
  expect(uptimeOfLastDays(snapshot, down, 5)).toBe(Math.floor((80 / 109) * 10_000));
  expect(uptimeOfLastDays(snapshot, down, 90)).toBe(uptimeOfLastDays(snapshot, down, 5));
});

test("days before the start and time without data do not count", () => {
  const young = component("---np", { "2026-10-25": [0, 0, 0, 0, 25 * hour], "2026-10-26": [0, 6 * hour, 0, 0, 0] });
  expect(uptimeOfLastDays(snapshot, young, 30)).toBe(7500);
  expect(
    uptimeOfLastDays(
      snapshot,
      component("---nn", { "2026-10-25": [0, 0, 0, 0, 25 * hour], "2026-10-26": [0, 0, 0, 0, 12 * hour] }),
      30,
    ),
  ).toBeNull();
  expect(uptimeOfLastDays(snapshot, component("-----"), 30)).toBeNull();
});

test.each([
  ["----p", false],
  ["--nnm", false],
  ["o", false],
  ["", false],
  ["---oo", true],
  ["--onn", true],
])("a share of %j is said of all its days only once a day before today has data: %s", (days, expected) => {
  expect(hasCompleteDay(days)).toBe(expected);
});
