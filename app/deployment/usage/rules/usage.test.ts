import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DeploymentSize,
  dayLimitsOfPlan,
  expectedDayCost,
  measuredUsageDays,
  nearUsageLimits,
  predictDayCost,
  remainingPageViews,
  shouldSpareRetries,
  tightestDayLimit,
  usageDays,
} from "./usage";

const small: DeploymentSize = {
  pages: 1,
  monitors: 10,
  shards: 1,
  checksPerHour: 600,
  pingsPerDay: 24,
  subscribers: 1000,
  spread: true,
};

test("ten monitors each minute are 2 % of the free plan's writes and leave room for 98,000 views", () => {
  const cost = predictDayCost(small);
  expect(cost).toMatchObject({ checks: 14_400, checkerCalls: 1440, mailsPerUpdate: 1000, requests: 1464 });
  expect(cost.rowsWritten).toBe(1440 + 144 * 2.5 + 8 + 24 + 250);
  expect(cost.rowsRead).toBeLessThan(30_000);
  expect(tightestDayLimit(cost, "free")?.share).toBeLessThan(0.021);
  expect(remainingPageViews(cost, "free")).toBe(98_536);
  expect([tightestDayLimit(cost, "own"), remainingPageViews(cost, "own")]).toEqual([null, null]);
});

const setUps: fc.Arbitrary<DeploymentSize> = fc.record({
  pages: fc.nat(50),
  monitors: fc.nat(1000),
  shards: fc.nat(50),
  checksPerHour: fc.nat(60_000),
  pingsPerDay: fc.nat(100_000),
  subscribers: fc.nat(100_000),
  spread: fc.boolean(),
});

test("more of anything never costs less, and never leaves more room", () => {
  fc.assert(
    fc.property(setUps, setUps, (one, more) => {
      const both = predictDayCost(one);
      const sum = predictDayCost({
        pages: one.pages + more.pages,
        monitors: one.monitors + more.monitors,
        shards: one.shards + more.shards,
        checksPerHour: one.checksPerHour + more.checksPerHour,
        pingsPerDay: one.pingsPerDay + more.pingsPerDay,
        subscribers: one.subscribers + more.subscribers,
        spread: one.spread,
      });
      for (const key of Object.keys(both) as (keyof typeof both)[]) expect(sum[key]).toBeGreaterThanOrEqual(both[key]);
      expect(remainingPageViews(sum, "free")).toBeLessThanOrEqual(remainingPageViews(both, "free") ?? 0);
      expect(remainingPageViews(sum, "free")).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("what was counted is shown newest first, brought to a whole day, and garbage is left out", () => {
  const days = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`2026-11-1${at}`, [140, 10, 10]]));
  const measured = measuredUsageDays({ ...days, "2026-11-21": [0, 0, 0], yesterday: [1, 2, 3], "2026-11-22": [1] });
  expect(measured).toHaveLength(usageDays);
  expect(measured[0]).toMatchObject({ day: "2026-11-21", readPerDay: 0 });
  expect(measured[1]).toMatchObject({ day: "2026-11-19", readPerDay: 20_160, writtenPerDay: 1440 });
});

const noon = Date.UTC(2026, 10, 21, 12);

test("beside a limit stands the larger of foreseen and counted, once an hour was counted", () => {
  const foreseen = predictDayCost(small);
  const day = { "2026-11-21": [60 * 1000, 60 * 2, 60] };
  expect(expectedDayCost(foreseen, measuredUsageDays(day), noon).rowsRead).toBe(1_440_000);
  expect(expectedDayCost(foreseen, measuredUsageDays({ "2026-11-21": [59_000, 0, 59] }), noon)).toEqual(foreseen);
  expect(tightestDayLimit(expectedDayCost(foreseen, measuredUsageDays(day), noon), "free")).toMatchObject({
    name: "rowsRead",
  });
  expect(dayLimitsOfPlan("free").rowsWritten).toBe(100_000);
});

test("requests are foreseen by the day's pace or the whole day before, and each view may read a row", () => {
  const foreseen = predictDayCost(small);
  const days = measuredUsageDays({ "2026-11-20": [0, 0, 1440, 30_000], "2026-11-21": [0, 0, 720, 10_000] });
  expect(expectedDayCost(foreseen, days, noon)).toMatchObject({
    requests: 31_440,
    rowsRead: foreseen.rowsRead + 30_000,
  });
  const busy = measuredUsageDays({ "2026-11-21": [0, 0, 720, 40_000] });
  expect(expectedDayCost(foreseen, busy, noon).requests).toBe(81_440);
  expect(remainingPageViews(expectedDayCost(foreseen, busy, noon), "free")).toBe(18_560);
});

test.each([
  [[0, 0, 59, 90_000], []],
  [[0, 0, 720, 39_000], []],
  [[0, 0, 720, 40_000], ["requests"]],
  [
    [2_000_000, 45_000, 720, 0],
    ["rowsRead", "rowsWritten"],
  ],
  [[0, 0, 720, 0, 0, 41_500_000], []],
  [[0, 0, 720, 0, 0, 41_700_000], ["checkerGbSeconds"]],
])("of today's %j these limits are near on Free: %j", (counts, names) => {
  const near = (plan: "free" | "own") =>
    nearUsageLimits({ "2026-11-20": [9e9, 9e9, 1440, 9e9], "2026-11-21": counts }, { plan, calls: 0, now: noon });
  expect(near("free").map(({ name }) => name)).toEqual(names);
  expect(near("own")).toEqual([]);
});

test.each([
  [[0, 0, 59, 0, 0, 90_000_000], "free", false],
  [[0, 0, 720, 0, 0, 41_500_000], "free", false],
  [[0, 0, 720, 0, 0, 41_700_000], "free", true],
  [[0, 0, 720, 0, 0, 90_000_000], "paid", false],
] as const)("objects that worked %j today on %s: checks are repeated half as often: %s", (counts, plan, spares) => {
  expect(shouldSpareRetries({ "2026-11-21": [...counts] }, plan, noon)).toBe(spares);
});

test("the time of objects is foreseen by calls, and by the day's pace where that is more", () => {
  const foreseen = predictDayCost(small);
  expect(foreseen.checkerGbSeconds).toBe(90);
  const days = measuredUsageDays({
    "2026-11-20": [0, 0, 1440, 0, 0, 8_000_000],
    "2026-11-21": [0, 0, 720, 0, 0, 1_000_000],
  });
  expect(expectedDayCost(foreseen, days, noon).checkerGbSeconds).toBe(1000);
  expect(dayLimitsOfPlan("free").checkerGbSeconds).toBe(13_000);
});
