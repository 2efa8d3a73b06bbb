import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countReportDates, type RequestedDates, rangeShortcuts, reportRange } from "./report-range";

const hour = 3600_000;
const calendar = { zone: "Europe/Berlin", now: Date.parse("2026-11-20T12:00:00Z"), since: "2024-02-10" };
const ask = (from: string | null, to: string | null, more: Partial<typeof calendar> = {}) =>
  reportRange({ from, to }, { ...calendar, ...more });

const good: [why: string, asked: RequestedDates, first: string, last: string, notes: string[]][] = [
  ["the last 90 days where nothing is said", { from: null, to: null }, "2026-08-23", "2026-11-20", []],
  ["empty fields say nothing", { from: "", to: "" }, "2026-08-23", "2026-11-20", []],
  ["one day", { from: "2026-10-25", to: "2026-10-25" }, "2026-10-25", "2026-10-25", []],
  ["90 days up to an end", { from: null, to: "2026-10-31" }, "2026-08-03", "2026-10-31", []],
  ["up to today", { from: "2026-11-01", to: null }, "2026-11-01", "2026-11-20", []],
  ["an end to come", { from: "2026-11-01", to: "2026-12-31" }, "2026-11-01", "2026-11-20", ["ends_today"]],
  ["fifty years", { from: "1976-01-01", to: "2026-11-20" }, "2024-02-10", "2026-11-20", ["begins_later"]],
  ["everything", { from: "0001-01-01", to: "9999-12-31" }, "2024-02-10", "2026-11-20", ["begins_later", "ends_today"]],
  ["the day of the start", { from: null, to: "2024-02-10" }, "2024-02-10", "2024-02-10", []],
];

const bad: [asked: RequestedDates, field: string, problem: string][] = [
  [{ from: "soon", to: null }, "from", "not_a_date"],
  [{ from: "2026-02-29", to: null }, "from", "not_a_date"],
  [{ from: "2026-13-01", to: null }, "from", "not_a_date"],
  [{ from: "0000-01-01", to: null }, "from", "not_a_date"],
  [{ from: "+012026-01-01", to: null }, "from", "not_a_date"],
  [{ from: null, to: "2026-11-20T10:00" }, "to", "not_a_date"],
  [{ from: "2026-11-02", to: "2026-11-01" }, "from", "after_end"],
  [{ from: "2026-11-21", to: null }, "from", "in_future"],
  [{ from: "2026-12-01", to: "2026-12-31" }, "from", "in_future"],
  [{ from: "2023-01-01", to: "2023-12-31" }, "to", "before_start"],
];

describe("the range that is meant", () => {
  test.each(good)("%s", (_, asked, first, last, notes) => {
    const answer = ask(asked.from, asked.to);
    expect(answer).toMatchObject({ ok: true, range: { first, last, notes } });
  });

  test.each(bad)("%o is none", (asked, field, problem) => {
    expect(ask(asked.from, asked.to)).toEqual({ ok: false, field, problem, since: "2024-02-10" });
  });

  test("ten years at most", () => {
    const since = "1990-01-01";
    expect(ask("2016-11-21", null, { since })).toMatchObject({ ok: true, range: { first: "2016-11-21" } });
    expect(ask("2016-11-20", null, { since })).toMatchObject({ ok: false, problem: "too_long" });
    expect(ask("1970-01-01", "1999-12-31", { since })).toMatchObject({ ok: true, range: { notes: ["begins_later"] } });
  });

  test("whatever is asked for is a range of at most ten years up to now, or a problem", () => {
    const number = (max: number) => fc.integer({ min: 0, max }).map(String);
    const date = fc
      .tuple(number(9999), number(13), number(32))
      .map(
        ([year = "", month = "", day = ""]) =>
          `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
      );
    const text = fc.oneof(
      date,
      fc.string(),
      fc.constant(null),
      fc.constantFrom("2026-11-20", "2024-02-10", "-000001-01-01"),
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom("2024-02-10", "1970-01-01"), (from, to, since) => {
        const answer = ask(from, to, { since });
        if (!answer.ok) return;
        const { first, last, start, end } = answer.range;
        expect(first >= since && first <= last && last <= "2026-11-20").toBe(true);
        expect(start < end && end <= calendar.now && end - start <= 3653 * 24 * hour + hour).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("days of 23 and 25 hours, a midnight that is skipped, and a day that goes on", () => {
    const length = (zone: string, date: string) => {
      const answer = ask(date, date, { zone });
      return answer.ok ? (answer.range.end - answer.range.start) / hour : null;
    };
    expect(length("Europe/Berlin", "2026-03-29")).toBe(23);
    expect(length("Europe/Berlin", "2026-10-25")).toBe(25);
    expect(length("America/New_York", "2026-03-08")).toBe(23);
    expect(length("America/New_York", "2026-11-01")).toBe(25);
    expect(length("Africa/Cairo", "2026-04-24")).toBe(23);
    expect(length("Europe/Berlin", "2026-11-20")).toBe(13);
    const cairo = ask("2026-04-24", "2026-04-24", { zone: "Africa/Cairo" });
    expect(cairo).toMatchObject({ range: { start: Date.parse("2026-04-23T22:00:00Z") } });
  });
});

test("shortcuts begin with what is known, and what lies wholly before it is not offered", () => {
  expect(rangeShortcuts(calendar).map(({ name, from, to }) => `${name} ${from} ${to}`)).toEqual([
    "days_30 2026-10-22 2026-11-20",
    "days_90 2026-08-23 2026-11-20",
    "this_month 2026-11-01 2026-11-20",
    "last_month 2026-10-01 2026-10-31",
    "this_year 2026-01-01 2026-11-20",
    "last_year 2025-01-01 2025-12-31",
  ]);
  const young = rangeShortcuts({ ...calendar, since: "2026-11-10" });
  expect(young.map(({ name, from }) => `${name} ${from}`)).toEqual(["days_90 2026-11-10"]);
});

test.each([
  ["2026-11-20", "2026-11-20", 1],
  ["2026-10-24", "2026-10-26", 3],
  ["2016-11-21", "2026-11-20", 3652],
])("from %s to %s are %d dates", (first, last, count) => {
  expect(countReportDates({ first, last })).toBe(count);
});
