import { expect, test } from "vitest";
import { lastDays } from "~/time/day";
import { calmSnapshot, sampleNow } from "../../../tests/support/sample-snapshot";
import { countDaysWithoutEvents } from "./field";
import { countRecentKnownDays, knownDayLetters, knownShareInMonth, knownShareOnDate } from "./known-days";

const hour = 3_600_000;
const days = lastDays("Etc/UTC", sampleNow, 4);
const dates = days.map(({ date }) => date);
const unknownFor = (index: number, length: number) => ({ [dates[index] ?? ""]: [0, 0, 0, 0, length] });

test.each<[string, { days: string; stories: Record<string, number[]> }[], string | undefined]>([
  ["all of it", [{ days: "oooo", stories: {} }], undefined],
  ["since its first component", [{ days: "-ooo", stories: {} }], undefined],
  ["a day with half an hour less", [{ days: "onoo", stories: unknownFor(1, hour / 2) }], undefined],
  ["a day with thirteen hours less", [{ days: "onoo", stories: unknownFor(1, 13 * hour) }], "knkk"],
  [
    "one of two components",
    [
      { days: "oooo", stories: {} },
      { days: "-noo", stories: unknownFor(1, 24 * hour) },
    ],
    "kpkk",
  ],
  ["nothing yet", [{ days: "---n", stories: unknownFor(3, 12 * hour) }], "---n"],
  ["no component", [], undefined],
])("how much is known of each day: %s", (_, components, expected) => {
  expect(knownDayLetters(components, days, sampleNow)).toBe(expected);
});

const shown = (known: string | undefined, unmonitored = false) => {
  const calm = calmSnapshot();
  const first = dates[0] ?? "";
  return {
    ...calm,
    days: { first, last: dates.at(-1) ?? "", count: dates.length },
    components: calm.components.map((each) => ({ ...each, startDate: first })),
    ...(known === undefined ? {} : { knownDays: known }),
    ...(unmonitored ? { unmonitored: true as const } : {}),
  };
};

test("a date is known as its letter says; the days after the last as that one, and none before the first component", () => {
  const page = shown("npkk");
  expect(dates.map((date) => knownShareOnDate(page, date))).toEqual(["none", "some", "all", "all"]);
  expect(["2026-11-01", "2026-11-21"].map((date) => knownShareOnDate(page, date))).toEqual([null, "all"]);
  expect(knownShareOnDate(shown(undefined, true), dates[1] ?? "")).toBe("none");
});

test("a month is quiet, quiet as far as it was watched, or nothing is said of it", () => {
  const told = (known: string | undefined, month = "2026-11", unmonitored = false) =>
    knownShareInMonth(shown(known, unmonitored), month);
  expect([told(undefined), told("nnkk"), told("nnnn"), told("--nn")]).toEqual(["all", "some", "none", "none"]);
  expect([told("nnnn", "2025-01"), told("nnnn", "2025-01", true)]).toEqual(["all", "none"]);
});

test("days without incidents are counted as far back as all of it is known", () => {
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  const counted = (known: string | undefined) => countDaysWithoutEvents(shown(known), sampleNow, dayAt);
  expect([counted("nkkk"), counted("kknk"), counted("kkkp")]).toEqual([2, null, null]);
  expect([countRecentKnownDays(shown("nkkk")), countRecentKnownDays(shown(undefined))]).toEqual([3, 4]);
});
