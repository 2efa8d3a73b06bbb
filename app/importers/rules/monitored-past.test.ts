import fc from "fast-check";
import { expect, it } from "vitest";
import { statuses, worstStatus } from "~/status/status";
import { layerStatusAt } from "~/status-page/rules/incident-story";
import { layerHistoryFromSpans, type MonitoredSpan } from "./monitored-past";

const stretch: fc.Arbitrary<MonitoredSpan> = fc.record({
  from: fc.integer({ min: 0, max: 30 }),
  to: fc.option(fc.integer({ min: 0, max: 40 })),
  status: fc.constantFrom(...statuses),
});

it("knows exactly the instants that a stretch covers, by the worst of them", () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 6 }), fc.integer({ min: 1, max: 35 }), (stretches, until) => {
      const past = layerHistoryFromSpans(stretches, until);
      for (let at = -1; at < until; at++) {
        const known = stretches
          .filter(({ from, to, status }) => status !== "no_data" && from <= at && (to === null || at < to))
          .map(({ status }) => (status === "under_maintenance" ? "operational" : status));
        const coverage = past && at >= past.since ? layerStatusAt(past.coverage, at) : "no_data";
        expect(coverage).toBe(known.length > 0 ? null : "no_data");
        if (known.length > 0) expect(layerStatusAt(past?.observed ?? [], at)).toBe(worstStatus(known));
      }
      const last = [past?.coverage.at(-1)?.status ?? "no_data", past?.observed.at(-1)?.status ?? "operational"];
      expect(last).toEqual(["no_data", "operational"]);
    }),
  );
});
