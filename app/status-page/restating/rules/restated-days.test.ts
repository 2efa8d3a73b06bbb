import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packMinute } from "~/text/ring";
import { daysBetween } from "~/time/day";
import { addUptimeParts, type UptimeParts, uptimeHundredths, zeroUptimeParts } from "../../uptime/rules/uptime";
import { restatedUptimeOf } from "./figures";
import { formerPartsByDaySpan } from "./former-days";
import { daysWithManualReports, restatedPartsByDay } from "./restated-days";
import { restatementOfReport, restatementTime } from "./restatement-time";
import { coveredLengthIn, joinSpans, spansOutside } from "./stretches";
import { unseenSpansIn } from "./unseen";
import { unwatchedSpans } from "./unwatched-spans";

const hour = 3600_000;
const zone = "Europe/Berlin";
/** Twelve days that include the end of summer time. */
const from = Date.parse("2026-10-18T22:00:00Z");
const to = Date.parse("2026-10-30T23:00:00Z");
const days = daysBetween(zone, from, to);

const span = fc
  .record({ at: fc.integer({ min: from - 40 * hour, max: to }), hours: fc.integer({ min: 0, max: 100 }) })
  .map(({ at, hours }) => ({ from: at, to: at + hours * hour }));
const spans = fc.array(span, { maxLength: 6 });

/** Parts that fit into a day, in quarters of an hour. */
const parts = fc
  .array(fc.integer({ min: 0, max: 18 }), { minLength: 5, maxLength: 5 })
  .map((quarters) => quarters.map((each) => (each * hour) / 4) as unknown as UptimeParts);
const closed = fc
  .array(fc.option(parts, { nil: null }), { minLength: days.length, maxLength: days.length })
  .map((all) => new Map(all.flatMap((each, index) => (each ? [[days[index]?.date ?? "", each] as const] : []))));

const total = (all: UptimeParts) => all.reduce((sum, part) => sum + part, 0);
const sumOf = (map: ReadonlyMap<string, UptimeParts>) =>
  days.reduce((sum, { date }) => addUptimeParts(sum, map.get(date) ?? zeroUptimeParts), zeroUptimeParts);

describe("days of which nobody knew", () => {
  test("what was reported stays, operational time becomes no data, never the other way; twice changes nothing", () => {
    fc.assert(
      fc.property(closed, spans, (before, stretches) => {
        const changed = restatedPartsByDay({ closed: before, days, stretches });
        const after = new Map([...before, ...changed]);
        for (const day of days) {
          const [was, is] = [before.get(day.date) ?? zeroUptimeParts, after.get(day.date) ?? zeroUptimeParts];
          expect(is.slice(0, 4)).toEqual(was.slice(0, 4));
          expect(is[4]).toBeGreaterThanOrEqual(was[4]);
          expect(total(is)).toBeLessThanOrEqual(Math.max(total(was), day.to - day.from));
          const wanted = Math.min(coveredLengthIn(stretches, day), day.to - day.from - total(was) + was[4]);
          expect(is[4]).toBe(Math.max(was[4], wanted));
        }
        expect(restatedPartsByDay({ closed: after, days, stretches }).size).toBe(0);
      }),
    );
  });

  test("more of the past unknown makes no figure better", () => {
    fc.assert(
      fc.property(closed, spans, spans, fc.double({ min: 0, max: 1, noNaN: true }), (before, some, more, weight) => {
        const known = (stretches: typeof some) =>
          sumOf(new Map([...before, ...restatedPartsByDay({ closed: before, days, stretches })]));
        const length = to - from;
        const [one, other] = [
          uptimeHundredths(known(some), length, weight),
          uptimeHundredths(known([...some, ...more]), length, weight),
        ];
        if (one !== null && other !== null) expect(other).toBeLessThanOrEqual(one);
        if (one === null) expect(other).toBeNull();
      }),
    );
  });

  test("the figures before are those of the days, and those after of the restated ones", () => {
    fc.assert(
      fc.property(closed, spans, (before, stretches) => {
        const restated = restatedPartsByDay({ closed: before, days, stretches });
        const figures = restatedUptimeOf({ closed: before, restated, days, weight: 0.3 });
        expect(figures === null).toBe(restated.size === 0);
        if (!figures) return;
        const of = (map: ReadonlyMap<string, UptimeParts>) => uptimeHundredths(sumOf(map), to - from, 0.3);
        const wanted = { before: of(before), after: of(new Map([...before, ...restated])) };
        expect([figures.quarter, figures.year, figures.days]).toEqual([wanted, wanted, restated.size]);
      }),
    );
  });

  test("mended days come first, and stretches on top of them", () => {
    const [first, second] = [days[0]?.date ?? "", days[1]?.date ?? ""];
    const doubled = new Map<string, UptimeParts>([[first, [4 * hour, 0, 0, 0, 0]]]);
    const mended = new Map<string, UptimeParts>([[first, [2 * hour, 0, 0, 0, 0]]]);
    const stretches = [{ from: days[1]?.from ?? 0, to: days[1]?.to ?? 0 }];
    expect([...restatedPartsByDay({ closed: doubled, days, stretches, mended })]).toEqual([
      [first, [2 * hour, 0, 0, 0, 0]],
      [second, [0, 0, 0, 0, 24 * hour]],
    ]);
  });

  test("the log keeps what days were, neighbours that were alike in one line", () => {
    const before = new Map<string, UptimeParts>([["2026-10-21", [hour, 0, 0, 0, 0]]]);
    const restated = restatedPartsByDay({
      closed: before,
      days,
      stretches: [{ from, to: (days[4]?.from ?? 0) + hour }],
    });
    expect(formerPartsByDaySpan(before, restated, days)).toEqual({
      "2026-10-19/2026-10-20": [0, 0, 0, 0, 0],
      "2026-10-21/2026-10-21": [hour, 0, 0, 0, 0],
      "2026-10-22/2026-10-23": [0, 0, 0, 0, 0],
    });
  });
});

const cases = [
  ["never observed, never spoken of", [], [], [[0, 100]]],
  ["before its first observer", [[40, 100]], [], [[0, 40]]],
  ["after its last observer went", [[0, 40]], [], [[40, 100]]],
  [
    "between two observers",
    [
      [0, 20],
      [60, 100],
    ],
    [],
    [[20, 60]],
  ],
  ["from a person's first word on, people vouch", [], [30], [[0, 30]]],
  [
    "a word holds until something observes it, and not after that",
    [[50, 70]],
    [30],
    [
      [0, 30],
      [70, 100],
    ],
  ],
  [
    "a word of what is observed holds only while it lasts",
    [[20, 60]],
    [40],
    [
      [0, 20],
      [60, 100],
    ],
  ],
  ["observed all along", [[-50, 300]], [], []],
] as const;

const spanOf = ([a, b]: readonly [number, number]) => ({ from: a, to: b });

test.each(cases)("nobody knows: %s", (_, observed, words, expected) => {
  const window = { from: 0, to: 100 };
  const found = unwatchedSpans({ window, observed: observed.map(spanOf), words, unseen: [] });
  expect(found).toEqual(expected.map(spanOf));
});

test("a monitor's stretches without data count where it alone looks", () => {
  const watching = { window: { from: 0, to: 100 }, observed: [{ from: 10, to: 100 }], words: [] };
  expect(unwatchedSpans({ ...watching, unseen: [{ from: 50, to: 60 }] })).toEqual([
    { from: 0, to: 10 },
    { from: 50, to: 60 },
  ]);
});

test("spans and what is outside of them tile the window", () => {
  fc.assert(
    fc.property(spans, (some) => {
      const window = { from, to };
      const gaps = spansOutside(some, window);
      expect(coveredLengthIn(some, window) + coveredLengthIn(gaps, window)).toBe(to - from);
      expect(coveredLengthIn([...some, ...gaps], window)).toBe(to - from);
      expect(joinSpans(joinSpans(some))).toEqual(joinSpans(some));
    }),
  );
});

test("somebody spoke on an eventful day on which nothing observed", () => {
  const past = new Map<string, UptimeParts>([
    ["2026-10-20", [0, hour, 0, 0, 0]],
    ["2026-10-21", [0, 0, 0, 0, hour]],
    ["2026-10-25", [hour, 0, 0, 0, 0]],
  ]);
  const observed = [{ from: days[5]?.from ?? 0, to }];
  expect(daysWithManualReports(past, days, observed)).toEqual([days[1]?.from]);
});

const ring = (letters: string) =>
  [...letters.padEnd(60, "-")]
    .map((each) => packMinute({ state: each === "x" ? "no_data" : each === "u" ? "up" : "none", milliseconds: null }))
    .join("");

const silences = [
  ["long enough", [`u${"x".repeat(6)}u`], [[1, 7]]],
  ["a single missing result", ["uxu"], []],
  ["a result each fifth minute", ["u----x----x----u"], [[5, 15]]],
  ["over the hour", [`u${"x".repeat(59)}`, "xxu"], [[1, 62]]],
  ["until nothing is known of it any more, as when it is paused", [`uu${"x".repeat(8)}`], [[2, 10]]],
] as const;

test.each(silences)("a monitor found nothing out: %s", (_, hours, expected) => {
  const rows = hours.map((each, index) => ({ hour: index, minutes: ring(each) }));
  const minutes = unseenSpansIn(rows, 5).map((each) => [each.from / 60_000, each.to / 60_000]);
  expect(minutes).toEqual(expected);
});

test("an hour that is not there ends a stretch", () => {
  const rows = [0, 5].map((each) => ({ hour: each, minutes: ring("x".repeat(60)) }));
  expect(unseenSpansIn(rows, 5).map((each) => [each.from / hour, each.to / hour])).toEqual([
    [0, 1],
    [5, 6],
  ]);
});

test("a span says when it was restated, a report until when", () => {
  const past = { restatedAt: 900, restatedStretches: [[100, 200]] as [number, number][] };
  expect(restatementTime(past, { from: 0, to: 100 })).toBeNull();
  expect(restatementTime(past, { from: 150, to: 400 })).toBe(900);
  expect(restatementTime({}, { from: 0, to: 400 })).toBeNull();
  expect(restatementOfReport([{}, past], { from: 0, to: 150 })).toEqual({ until: 200, at: 900 });
  expect(restatementOfReport([{}, past], { from: 300, to: 400 })).toBeNull();
});
