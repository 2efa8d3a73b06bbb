import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { platformPriceByItem, pricedItems } from "~/plan/prices";
import { rowsPerWorkUnit } from "~/plan/unit-rows";
import {
  type CostInputs,
  freePlanShares,
  type MonthlyUsage,
  monthlyBill,
  monthlyUsageOf,
  type UnitCosts,
} from "./costs";

const units: UnitCosts = {
  rows: rowsPerWorkUnit,
  cpu: { view: 2, coldView: 40, tick: 5, checkerCall: 4, check: 1, publish: 10 },
  kvWritesPerPageDay: 2,
};

const small: CostInputs = { pages: 1, monitors: 10, shards: 1, views: 20_000, incidents: 4, alerts: 20 };
const nothing = Object.fromEntries(pricedItems.map((name) => [name, 0])) as MonthlyUsage;

describe("a month", () => {
  test("of one page with ten monitors and 20,000 views is counted from its parts", () => {
    const month = monthlyUsageOf(small, units);
    expect(month).toMatchObject({
      requests: 43_200 + 20_000 + 4 * 3 + 20 * 2,
      checkerCalls: 43_200,
      checkerGbSeconds: 43_200 * 0.5 * 0.125,
      cpuMs: 20_000 * 42 + 43_200 * (5 + 4 + 10) + (52 + 30) * 10,
      kvWrites: 30 * 146 + 104,
      queueOperations: 156,
    });
    expect(freePlanShares(month)[0]).toMatchObject({ name: "kvWrites", share: (30 * 146 + 104) / 30_000 });
  });

  const sizes: fc.Arbitrary<CostInputs> = fc.record({
    pages: fc.nat(10_000),
    monitors: fc.nat(1000),
    shards: fc.nat(1000),
    views: fc.nat(100_000_000),
    incidents: fc.nat(10_000),
    alerts: fc.nat(100_000),
  });

  test("more of anything never costs less, and takes no less of a day on Free", () => {
    fc.assert(
      fc.property(sizes, sizes, (one, more) => {
        const keys = Object.keys(one) as (keyof CostInputs)[];
        const both = Object.fromEntries(keys.map((key) => [key, one[key] + more[key]])) as unknown as CostInputs;
        const [less, sum] = [monthlyUsageOf(one, units), monthlyUsageOf(both, units)];
        for (const name of pricedItems) expect(sum[name]).toBeGreaterThanOrEqual(less[name]);
        expect(monthlyBill(sum).usd).toBeGreaterThanOrEqual(monthlyBill(less).usd);
        expect(freePlanShares(sum)[0]?.share).toBeGreaterThanOrEqual(freePlanShares(less)[0]?.share ?? 0);
      }),
    );
  });
});

describe("a bill", () => {
  test.each([
    [{}, 5],
    [{ requests: 10e6 }, 5],
    [{ requests: 15e6, cpuMs: 105e6 }, 8],
    [{ requests: 100e6, cpuMs: 700e6 }, 45.4],
    [{ rowsRead: 26e9, rowsWritten: 51e6 }, 5 + 1 + 1],
    [{ kvReads: 11e6, kvWrites: 2e6 }, 5 + 0.5 + 5],
    [{ checkerCalls: 3e6, checkerGbSeconds: 1_400_000 }, 5 + 0.3 + 12.5],
    [{ queueOperations: 2e6, logLines: 21e6 }, 5 + 0.4 + 0.6],
  ] as [Partial<MonthlyUsage>, number][])(
    "of %j is %d USD; the second to fourth are the platform's own examples",
    (month, usd) => {
      expect(monthlyBill({ ...nothing, ...month }).usd).toBeCloseTo(usd, 6);
    },
  );

  test("names where each price stands", () => {
    for (const name of pricedItems)
      expect(platformPriceByItem[name].source).toMatch(/^https:\/\/developers\.cloudflare\.com\/.+\/$/);
  });
});

test.each([
  [{ requests: 3e6 }, "requests", 1],
  [{ rowsRead: 300e6, rowsWritten: 1e6 }, "rowsRead", 2],
  [{ kvWrites: 15_000 }, "kvWrites", 0.5],
] as [Partial<MonthlyUsage>, string, number][])("of %j Free gives out first of %s", (month, name, share) => {
  expect(freePlanShares({ ...nothing, ...month })[0]).toEqual({ name, share });
});
