import fc from "fast-check";
import { expect, test } from "vitest";
import { statuses, statusRank } from "~/status/status";
import { bannerOfStatuses } from "./banner";
import {
  areAllUnmonitored,
  componentsWithKnownStatus,
  type MonitoredState,
  visibleBanner,
  visibleStatus,
} from "./monitored-state";

const known = fc.constantFrom(...statuses).map((status): MonitoredState => ({ status }));
const nobodys = fc.constant<MonitoredState>({ status: "no_data", unmonitored: true });
const components = fc.array(fc.oneof(known, nobodys), { maxLength: 6 });
const impact = fc.constantFrom("minor" as const, "major" as const, "critical" as const);
const open = fc
  .array(impact, { maxLength: 2 })
  .map((all) => all.map((each) => ({ impact: each, impactOverride: null, componentCount: 0 })));

test("a page is not monitored where none of its components is, or it has none", () => {
  expect(areAllUnmonitored([])).toBe(true);
  expect(areAllUnmonitored([{ status: "no_data", unmonitored: true }])).toBe(true);
  expect(areAllUnmonitored([{ status: "no_data", unmonitored: true }, { status: "no_data" }])).toBe(false);
});

test("what nobody vouches for has no status; all else has its own", () => {
  expect(visibleStatus({ status: "no_data", unmonitored: true })).toBeNull();
  for (const status of statuses) expect(visibleStatus({ status })).toBe(status);
});

test("all is well only where all of it is monitored, and what is known is said as it is", () => {
  fc.assert(
    fc.property(components, open, (all, incidents) => {
      const told = visibleBanner(all, incidents);
      const seen = componentsWithKnownStatus(all);
      const ofKnown = bannerOfStatuses(
        seen.map(({ status }) => status),
        incidents,
      );
      if (ofKnown.state !== "operational") expect(told).toEqual(ofKnown);
      else if (seen.length === 0) expect(told).toEqual({ indicator: "minor", state: "unknown" });
      else {
        const state = seen.length === all.length ? "operational" : "operational_monitored";
        expect(told).toEqual({ indicator: "none", state });
      }
    }),
  );
});

test("one that is not monitored makes nothing greener, and worse than well stays", () => {
  const rank = { operational: 0, operational_monitored: 1 } as Record<string, number>;
  fc.assert(
    fc.property(components, open, (all, incidents) => {
      const before = visibleBanner(all, incidents);
      const after = visibleBanner([...all, { status: "no_data", unmonitored: true }], incidents);
      expect(rank[after.state] ?? 2).toBeGreaterThanOrEqual(rank[before.state] ?? 2);
      if (componentsWithKnownStatus(all).some(({ status }) => statusRank(status) > 0)) expect(after).toEqual(before);
    }),
  );
});
