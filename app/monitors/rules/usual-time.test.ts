import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MonitorMinute, maxLatencyMs, packMinuteRing, ringMinutes } from "~/text/ring";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import {
  firstMonitorWithUsualDue,
  isUsualTimeDue,
  monitorWithUsualTime,
  nextUsualResponseTime,
  type SlowLimits,
  slowAboveMs,
  slownessOf,
  stateWithUsualTime,
  usualLimitMs,
  usualResponseMs,
  usualResponseWindowStartHour,
} from "./usual-time";

const limits = (over: Partial<SlowLimits> = {}): SlowLimits => ({
  degradedAboveMs: null,
  slowerThanUsual: 2,
  usualMs: 100,
  ...over,
});

describe("what is slower than usual", () => {
  const table: [factor: number | null, usual: number | null, limit: number | null][] = [
    [2, 100, 200],
    [1.5, 101, 152],
    [10, 300, 3000],
    // A difference of less than 20 ms is chance.
    [1.5, 10, 30],
    [2, 0, 20],
    [null, 100, null],
    [2, null, null],
  ];
  test.each(table)("%s times a usual of %s ms: above %s ms", (slowerThanUsual, usualMs, limit) => {
    expect(usualLimitMs(limits({ slowerThanUsual, usualMs }))).toBe(limit);
  });

  test("plans of before it was known compare nothing", () => {
    expect(slownessOf(5000, { degradedAboveMs: null })).toBeNull();
    expect(slowAboveMs({ degradedAboveMs: 700 })).toBe(700);
  });

  test("the fixed limit is named first, the lower of both counts", () => {
    const both = limits({ degradedAboveMs: 500 });
    expect(slowAboveMs(both)).toBe(200);
    expect(slownessOf(200, both)).toBeNull();
    expect(slownessOf(201, both)).toEqual({ code: "slower", most: 200, usual: 100 });
    expect(slownessOf(501, both)).toEqual({ code: "slow", most: 500 });
    expect(slownessOf(null, both)).toBeNull();
  });

  const some: fc.Arbitrary<SlowLimits> = fc.record({
    degradedAboveMs: fc.option(fc.integer({ min: 1, max: 8000 }), { nil: null }),
    slowerThanUsual: fc.option(fc.double({ min: 1.5, max: 10, noNaN: true }), { nil: null }),
    usualMs: fc.option(fc.integer({ min: 0, max: 8000 }), { nil: null }),
  });
  const took = fc.integer({ min: 0, max: 32_000 });

  test("an answer is slow exactly above the limit that is shown, and what is slow stays so when it is slower still", () => {
    fc.assert(
      fc.property(some, took, took, (given, one, more) => {
        const most = slowAboveMs(given);
        expect(slownessOf(one, given) !== null).toBe(most !== null && one > most);
        if (slownessOf(one, given)) expect(slownessOf(one + more, given)).not.toBeNull();
      }),
    );
  });

  test("its usual itself is never slower than usual", () => {
    fc.assert(
      fc.property(some, (given) => {
        expect(slownessOf(given.usualMs ?? null, { ...given, degradedAboveMs: null })).toBeNull();
      }),
    );
  });
});

const up = (milliseconds: number): MonitorMinute => ({ state: "up", milliseconds });
const slow = (milliseconds: number): MonitorMinute => ({ state: "degraded", milliseconds });
const down: MonitorMinute = { state: "down", milliseconds: 8000 };
const unknown: MonitorMinute = { state: "no_data", milliseconds: null };
const none: MonitorMinute = { state: "none", milliseconds: null };

/** Returns consecutive minutes as rows of hours, from hour 100 on. */
const hoursOf = (minutes: readonly MonitorMinute[]) =>
  Array.from({ length: Math.ceil(minutes.length / ringMinutes) }, (_, index) => {
    const own = minutes.slice(index * ringMinutes, (index + 1) * ringMinutes);
    const rest = Array.from({ length: ringMinutes - own.length }, () => none);
    return { hour: 100 + index, minutes: packMinuteRing([...own, ...rest]) };
  });
const many = (count: number, minute: MonitorMinute) => Array.from({ length: count }, () => minute);
const aDay = many(1440, up(100));

describe("how slow it usually is", () => {
  test("95 of 100 answers came within it", () => {
    const minutes = Array.from({ length: 2000 }, (_, index) => up((index % 100) + 1));
    expect(usualResponseMs(hoursOf(minutes), 2)).toBe(95);
  });

  test("without a day of answers it is not known: 24 hours, whatever the interval", () => {
    expect(usualResponseMs([], 2)).toBeNull();
    expect(usualResponseMs(hoursOf(aDay.slice(60)), 2)).toBeNull();
    expect(usualResponseMs(hoursOf(aDay), 2)).toBe(100);
    const hourly = Array.from({ length: 1440 }, (_, index) => (index % 60 === 7 ? up(40) : none));
    expect(usualResponseMs(hoursOf(hourly), 2)).toBe(40);
    expect(usualResponseMs(hoursOf([...hourly.slice(60), ...many(60, down)]), 2)).toBeNull();
  });

  const table: [what: string, more: MonitorMinute[], inARow: number, usual: number][] = [
    ["failures and what is not known are no answers", [...many(300, down), ...many(300, unknown)], 2, 100],
    [
      "a slow answer that stands alone is usual",
      Array(300)
        .fill([slow(900), up(100)])
        .flat(),
      2,
      900,
    ],
    ["slow answers in a row are not", many(1000, slow(900)), 2, 100],
    [
      "one is enough where one turns it",
      Array(300)
        .fill([slow(900), up(100)])
        .flat(),
      1,
      100,
    ],
    [
      "two are not where three do",
      Array(200)
        .fill([slow(900), slow(900), up(100)])
        .flat(),
      3,
      900,
    ],
    [
      "a failure between does not part them",
      Array(300)
        .fill([slow(900), down, slow(900), up(100)])
        .flat(),
      3,
      100,
    ],
    [
      "nor does a minute without data",
      Array(300)
        .fill([slow(900), unknown, slow(900), up(100)])
        .flat(),
      2,
      100,
    ],
  ];
  test.each(table)("%s", (_what, more, inARow, usual) => {
    expect(usualResponseMs(hoursOf([...aDay, ...more]), inARow)).toBe(usual);
  });

  test("rows come in any order", () => {
    const rows = hoursOf([...aDay, ...many(59, up(100)), ...many(2, slow(900)), ...many(59, up(100))]);
    expect(usualResponseMs(rows.toReversed(), 2)).toBe(usualResponseMs(rows, 2));
  });

  const answers = fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 24, maxLength: 200 });
  /** Returns hours with one answer each. */
  const hourly = (given: readonly number[]) => hoursOf(given.flatMap((each) => [up(each), ...many(59, none)]));

  test("it is one of the answers; 95 of 100 are no slower, and fewer are faster", () => {
    fc.assert(
      fc.property(answers, (given) => {
        const usual = usualResponseMs(hourly(given), 2) ?? -1;
        expect(given).toContain(usual);
        expect(given.filter((each) => each <= usual).length).toBeGreaterThanOrEqual(given.length * 0.95);
        expect(given.filter((each) => each < usual).length).toBeLessThan(given.length * 0.95);
      }),
    );
  });

  test("a stretch that turned it changes nothing of it, however long and slow", () => {
    const stretch = fc.array(fc.constantFrom(slow(400), slow(7000), down, unknown), { minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(stretch, fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 1, max: 5 }), (given, at, inARow) => {
        const turned = given.filter(({ state }) => state !== "no_data").length >= inARow;
        fc.pre(turned);
        const usual = usualResponseMs(hoursOf([...aDay, ...aDay.slice(0, at), ...given, ...aDay.slice(at)]), inARow);
        expect(usual).toBe(100);
      }),
      { numRuns: 30 },
    );
  });
});

test("95 of 100 answers came within it, whatever they took", () => {
  const hour = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.array(hour, { minLength: 24, maxLength: 30 }), (hours) => {
      const rows = hours.map((all, at) => ({
        hour: at,
        minutes: packMinuteRing(all.map((milliseconds) => ({ state: "up", milliseconds }))),
      }));
      const sorted = hours
        .flat()
        .map((each) => Math.min(each, maxLatencyMs))
        .sort((one, other) => one - other);
      expect(usualResponseMs(rows, 2)).toBe(sorted[Math.ceil(sorted.length * 0.95) - 1]);
    }),
  );
});

describe("a slow week", () => {
  test("does not become its own measure: nine slow days later it is still compared with the days before", () => {
    let usual = nextUsualResponseTime(undefined, usualResponseMs(hoursOf(aDay), 2), 0);
    for (let days = 1; days <= 9; days++) {
      const most = usualLimitMs(limits({ usualMs: usual.milliseconds })) ?? 0;
      const week = [...aDay, ...many(days * 1440, 500 > most ? slow(500) : up(500))].slice(-7 * 1440);
      usual = nextUsualResponseTime(usual, usualResponseMs(hoursOf(week), 2), days * 1440);
      expect(usual).toEqual({ minute: days * 1440, milliseconds: 100 });
    }
  });
});

const born = 30_000_000;
const plan = samplePlan({ watchedSince: born * 60_000, slowerThanUsual: 2 });
const stateAt = (minute: number | null, milliseconds: number | null = 100) =>
  sampleState({ watchedSince: plan.watchedSince, ...(minute === null ? {} : { usual: { minute, milliseconds } }) });

describe("when it is found out", () => {
  const first = born + 1500;
  test.each([
    ["not before its first day is over", plan, stateAt(null), first - 1, false],
    ["then", plan, stateAt(null), first, true],
    ["not again that day", plan, stateAt(first), first + 1439, false],
    ["nor where too little was known", plan, stateAt(first, null), first + 1439, false],
    ["a day later", plan, stateAt(first), first + 1440, true],
    ["a clock that went back a day", plan, stateAt(first + 2000), first + 100, true],
    ["what is of another watch does not count", plan, { ...stateAt(first), watchedSince: 7 }, first + 1, true],
    ["nobody asked for it", { ...plan, slowerThanUsual: null }, stateAt(null), first, false],
    ["it is paused", { ...plan, paused: true }, stateAt(null), first, false],
    ["never checked", plan, undefined, first, true],
  ])("%s", (_what, monitor, state, minute, due) => {
    expect(isUsualTimeDue(monitor, state, minute)).toBe(due);
  });

  test("one monitor of a shard at a time, until none is left", () => {
    const all = ["a", "b", "c"].map((id) => ({ ...plan, id }));
    let states = {};
    const found: (string | undefined)[] = [];
    for (let minute = first; minute < first + 4; minute++) {
      const due = firstMonitorWithUsualDue(all, states, minute);
      found.push(due?.id);
      if (due) states = { ...states, [due.id]: stateAt(minute) };
    }
    expect(found).toEqual(["a", "b", "c", undefined]);
  });

  test("from seven days, or from its beginning", () => {
    expect(usualResponseWindowStartHour(plan, first)).toBe(born / 60);
    expect(usualResponseWindowStartHour(plan, born + 9 * 1440)).toBe((born + 2 * 1440) / 60);
  });

  test("what was found for a watch that ended meanwhile is dropped", () => {
    const usual = { minute: first, milliseconds: 70 };
    expect(stateWithUsualTime(plan, stateAt(null), usual, first).usual).toEqual(usual);
    const again = { ...plan, watchedSince: first * 60_000 };
    expect(
      stateWithUsualTime(again, sampleState({ watchedSince: again.watchedSince }), usual, first).usual,
    ).toBeUndefined();
    expect(stateWithUsualTime(plan, stateAt(null), undefined, first).usual).toBeUndefined();
  });

  test("a check is compared with it, unless it is of another watch", () => {
    expect(monitorWithUsualTime(plan, stateAt(first)).usualMs).toBe(100);
    expect(monitorWithUsualTime(plan, { ...stateAt(first), watchedSince: 7 }).usualMs).toBeUndefined();
    expect(monitorWithUsualTime({ ...plan, slowerThanUsual: null }, stateAt(first)).usualMs).toBeUndefined();
  });
});
