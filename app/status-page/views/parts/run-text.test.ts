import { expect, test } from "vitest";
import { words } from "../../../../tests/support/words";
import { dayRuns } from "./day-runs";
import { statusSpansText } from "./run-text";

const hour = 3600_000;
const known = (length: number, of: number) => ({ length: length * hour, of: of * hour });
const outage = { status: "major_outage" as const, length: hour };

test.each([
  ["nothing", { spans: [] }, ""],
  ["wholly known trouble", { spans: [outage] }, "1 h"],
  ["a well day known in part", { spans: [], known: known(21, 24) }, "data for 21 of 24 h"],
  ["a day of 23 hours", { spans: [], known: known(21, 23) }, "data for 21 of 23 h"],
  ["all but a minute", { spans: [], known: known(24 - 1 / 60, 24) }, "data for 23.9 of 24 h"],
  ["the first minutes of today", { spans: [], known: known(0.4, 0.5) }, "data for 24 of 30 min"],
  ["trouble of a day known in part", { spans: [outage], known: known(4, 24) }, "1 h (data for 4 of 24 h)"],
])("%s", (_, run, text) => {
  expect(statusSpansText(words("en"), run)).toBe(text);
});

test("a day tells how much of it is known, today as far as it has gone; one of which nothing is known has no data", () => {
  const days = { first: "2026-03-28", last: "2026-03-30", count: 3 };
  const page = { timeZone: "Europe/Berlin" };
  const shown = { page, days, builtAt: Date.parse("2026-03-30T06:00:00Z") } as Parameters<typeof dayRuns>[1];
  const stories = {
    "2026-03-28": [0, 0, 0, 0, 24 * hour],
    "2026-03-29": [0, 0, 0, 0, hour],
    "2026-03-30": [0, 0, 0, 0, 2 * hour],
  };
  const component = { days: "noo", stories } as unknown as Parameters<typeof dayRuns>[0];
  expect(dayRuns(component, shown).map((run) => [run.spans.length, run.known ?? null])).toEqual([
    [0, known(6, 8)],
    [0, known(22, 23)],
    [1, null],
  ]);
});

test("neighbouring days of which nothing is known are one row, and a day with an outage stands alone between them", () => {
  const shown = {
    page: { timeZone: "Etc/UTC" },
    days: { first: "2026-05-01", last: "2026-05-07", count: 7 },
    builtAt: Date.parse("2026-05-07T06:00:00Z"),
  } as Parameters<typeof dayRuns>[1];
  const nothing = [0, 0, 0, 0, 24 * hour];
  const stories = {
    "2026-05-01": nothing,
    "2026-05-02": nothing,
    "2026-05-03": [hour, 0, 0, 0, 23 * hour],
    "2026-05-05": nothing,
    "2026-05-06": nothing,
    "2026-05-07": [0, 0, 0, 0, 6 * hour],
  };
  const component = { days: "nnmonnn", stories } as unknown as Parameters<typeof dayRuns>[0];
  const rows = dayRuns(component, shown).map((run) => [
    run.first.slice(8),
    run.last.slice(8),
    statusSpansText(words("en"), run),
  ]);
  expect(rows).toEqual([
    ["05", "07", "2 d 6 h"],
    ["04", "04", ""],
    ["03", "03", "1 h (data for 1 of 24 h)"],
    ["01", "02", "2 days"],
  ]);
});
