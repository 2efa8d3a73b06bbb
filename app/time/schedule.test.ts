import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { parseCron } from "./cron-text";
import { nextCronRun, nextCronRuns, validateCronSchedule } from "./schedule";

const utc = (expression: string) => ({ expression, timeZone: "Etc/UTC" });
const from = Date.UTC(2026, 0, 1);
const days = (expression: string, count: number) =>
  nextCronRuns(utc(expression), from, count).map((each) => new Date(each).toISOString().slice(5, 16));

describe("five fields as in crontab(5)", () => {
  test.each<[string, string[]]>([
    ["0 4 8-14 * *", ["01-08T04:00", "01-09T04:00"]],
    ["5,35 * * * *", ["01-01T00:05", "01-01T00:35", "01-01T01:05"]],
    ["*/25 0 * * *", ["01-01T00:25", "01-01T00:50", "01-02T00:00"]],
    ["10-30/10 0 * * *", ["01-01T00:10", "01-01T00:20", "01-01T00:30", "01-02T00:10"]],
    ["50/5 0 * * *", ["01-01T00:50", "01-01T00:55", "01-02T00:50"]],
    ["*/90 0 * * *", ["01-02T00:00"]],
    ["0 0 1 Jan,MAR *", ["03-01T00:00"]],
    ["0 0 * feb-apr sun", ["02-01T00:00", "02-08T00:00"]],
    ["0 0 * * Mon-Fri/2", ["01-02T00:00", "01-05T00:00", "01-07T00:00"]],
    ["0 0 * * 7", ["01-04T00:00", "01-11T00:00"]],
    ["0 0 * * 5-7", ["01-02T00:00", "01-03T00:00", "01-04T00:00", "01-09T00:00"]],
    ["0 0 L * *", ["01-31T00:00", "02-28T00:00"]],
    ["0 0 15,l * *", ["01-15T00:00", "01-31T00:00"]],
    ["0 0 * * FRIL", ["01-30T00:00", "02-27T00:00"]],
    ["0 0 * * 0#2,1L", ["01-11T00:00", "01-26T00:00", "02-08T00:00"]],
    ["0 0 * * Tue#1", ["01-06T00:00", "02-03T00:00"]],
    ["0 0 13 * 5", ["01-02T00:00", "01-09T00:00", "01-13T00:00"]],
    ["0 0 */2 * 1", ["01-05T00:00", "01-19T00:00"]],
    ["0 0 29 2 *", ["02-29T00:00"]],
    ["\t0  0 1   1 * ", ["01-01T00:00"]],
  ])("%s", (expression, expected) => {
    expect(days(expression, expected.length)).toEqual(expected);
    expect(validateCronSchedule(utc(expression)).ok).toBe(true);
  });

  test.each<[string, RegExp]>([
    ["", /five fields/],
    ["* * * *", /five fields/],
    ["0 * * * * *", /five fields/],
    ["* * * * *\n* * * * *", /five fields|can’t|is unknown/],
    ["@daily", /@daily/],
    ["60 * * * *", /^Minute: enter 0 to 59, not 60/],
    ["* 24 * * *", /^Hour: enter 0 to 23/],
    ["* * 0 * *", /^Day of the month: enter 1 to 31/],
    ["* * * 13 *", /^Month: enter 1 to 12/],
    ["* * * * 8", /^Day of the week: enter 0 to 7/],
    ["* * * janu *", /Month: “janu” is unknown/],
    ["jan * * * *", /Minute: “jan” is unknown/],
    ["* * * * 1#6", /#1 to #5/],
    ["* * * * 1#0", /#1 to #5/],
    ["5-1 * * * *", /backwards/],
    ["*/0 * * * *", /step/],
    ["*/x * * * *", /step/],
    ["1-2-3 * * * *", /can’t be read/],
    ["1/2/3 * * * *", /can’t be read/],
    ["*5 * * * *", /can’t be read/],
    ["1,,2 * * * *", /between commas/],
    ["? * * * *", /is unknown/],
    ["* * 15W * *", /is unknown/],
    ["* * * * +1", /is unknown/],
    ["-1 * * * *", /is unknown/],
    ["1e1 * * * *", /is unknown/],
    ["* * LW * *", /is unknown/],
    ["L * * * *", /is unknown/],
    ["* * * __proto__ *", /is unknown/],
    ["0 0 * * Mon..Fri", /is unknown/],
    [`${"1,".repeat(150)}1 * * * *`, /at most 200/],
  ])("refuses %s, and says why", (expression, words) => {
    const checked = validateCronSchedule(utc(expression));
    if (checked.ok || checked.failure.name !== "invalid") throw new Error("it was taken");
    expect(refusalText(checked.failure.fields.expression ?? "cron.five", "en")).toMatch(words);
    expect(nextCronRun(utc(expression), from)).toBeNull();
  });

  test("a zone that is none is refused; blanks become one", () => {
    expect(validateCronSchedule({ expression: "0 0 * * *", timeZone: "Mars/Base" })).toMatchObject({
      failure: { fields: { timeZone: expect.any(String) } },
    });
    expect(validateCronSchedule({ expression: " 0 0\t*  * * ", timeZone: "Etc/UTC" })).toMatchObject({
      value: { expression: "0 0 * * *" },
    });
  });

  test("what never fires again fires never, and what fires fires after the instant", () => {
    for (const expression of ["0 0 30 2 *", "0 0 31 4,6,9,11 *"]) expect(nextCronRun(utc(expression), from)).toBeNull();
    expect(nextCronRun(utc("0 0 * * *"), from)).toBe(from + 24 * 3600_000);
    expect(nextCronRun(utc("0 0 * * *"), from - 1)).toBe(from);
  });

  test("every list of numbers is read as itself", () => {
    const all = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, at) => low + at).join(",");
    const expected = `${all(0, 59)} ${all(0, 23)} ${all(1, 31)} ${all(1, 12)} ${all(0, 6)}`;
    expect(parseCron("0-59 0-23 1-31 1-12 0-6")).toMatchObject({ value: { pattern: expected, bothDays: false } });
  });
});

const minute = 60_000;
const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Pacific/Chatham",
  "Antarctica/Troll",
  "America/Havana",
  "America/Santiago",
  "Asia/Kolkata",
];

interface Edge {
  at: number;
  /** Offset of local clocks from UTC in minutes, before and after. */
  before: number;
  after: number;
}

function edgesOf(timeZone: string): Edge[] {
  const edges: Edge[] = [];
  let at = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${timeZone}]`);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || next.year > 2035) return edges;
    const before = next.subtract({ seconds: 1 }).offsetNanoseconds / 6e10;
    edges.push({ at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 6e10 });
    at = next;
  }
}

const span = 26 * 60;
const around = Array.from({ length: 2 * span }, (_, at) => at - span);

/** Returns the runs of an interval: repeated minutes count twice, skipped ones not at all. */
function intervalRuns(edge: Edge, fits: (hour: number, minutes: number) => boolean): number[] {
  return around.flatMap((offset) => {
    const at = edge.at + offset * minute;
    const local = new Date(at + (offset < 0 ? edge.before : edge.after) * minute);
    return fits(local.getUTCHours(), local.getUTCMinutes()) ? [at] : [];
  });
}

/** Returns the runs of a fixed time, once a day: at the first of two occurrences, or at the end of the gap. */
function fixedRuns(edge: Edge, fits: (hour: number, minutes: number) => boolean): number[] {
  const runs = new Set<number>();
  for (const offset of around) {
    const wall = edge.at + (edge.before + offset) * minute;
    const local = new Date(wall);
    if (!fits(local.getUTCHours(), local.getUTCMinutes())) continue;
    const [early, late] = [wall - edge.before * minute, wall - edge.after * minute];
    if (early < edge.at) runs.add(early);
    else runs.add(late >= edge.at ? late : edge.at);
  }
  return [...runs].sort((one, other) => one - other);
}

const patterns: [string, typeof intervalRuns, (hour: number, minutes: number) => boolean][] = [
  ["*/15 * * * *", intervalRuns, (_, minutes) => minutes % 15 === 0],
  ["7 * * * *", intervalRuns, (_, minutes) => minutes === 7],
  ["*/20 2 * * *", intervalRuns, (hour, minutes) => hour === 2 && minutes % 20 === 0],
  ["30 */2 * * *", intervalRuns, (hour, minutes) => hour % 2 === 0 && minutes === 30],
  ["0 0 * * *", fixedRuns, (hour, minutes) => hour === 0 && minutes === 0],
  ["15 0 * * *", fixedRuns, (hour, minutes) => hour === 0 && minutes === 15],
  ["30 1 * * *", fixedRuns, (hour, minutes) => hour === 1 && minutes === 30],
  ["0 2 * * *", fixedRuns, (hour, minutes) => hour === 2 && minutes === 0],
  ["15 2,14 * * *", fixedRuns, (hour, minutes) => [2, 14].includes(hour) && minutes === 15],
  ["0,30 1-3 * * *", fixedRuns, (hour, minutes) => hour >= 1 && hour <= 3 && minutes % 30 === 0],
  ["45 2 * * *", fixedRuns, (hour, minutes) => hour === 2 && minutes === 45],
];

describe("where clocks change, 2024–2035, minute by minute", () => {
  test.each(zones)(
    "%s",
    (timeZone) => {
      const edges = edgesOf(timeZone);
      expect(edges.length > 20).toBe(timeZone !== "Asia/Kolkata");
      for (const edge of edges) {
        for (const [expression, oracle, fits] of patterns) {
          const [start, end] = [edge.at - 25 * 60 * minute, edge.at + 24 * 60 * minute];
          const expected = oracle(edge, fits).filter((each) => each > start && each < end);
          const found = nextCronRuns({ expression, timeZone }, start, expected.length + 1).filter((each) => each < end);
          expect({ expression, edge, found }).toEqual({ expression, edge, found: expected });
        }
      }
    },
    30_000,
  );
});
