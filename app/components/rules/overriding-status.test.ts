import { describe, expect, test } from "vitest";
import type { StatusByLayer } from "~/status/status";
import { overridingStatus } from "./overriding-status";

const none: StatusByLayer = {
  manual: null,
  observed: "operational",
  incident: null,
  maintenance: null,
  coverage: null,
};

describe("what overrides a status that a person set", () => {
  test.each<
    [string, Partial<StatusByLayer>, Parameters<typeof overridingStatus>[1], ReturnType<typeof overridingStatus>]
  >([
    ["nothing", { manual: "degraded_performance" }, "degraded_performance", null],
    ["nothing that is better", { manual: "major_outage", observed: "partial_outage" }, "major_outage", null],
    [
      "a worse alert",
      { manual: "degraded_performance", observed: "major_outage" },
      "degraded_performance",
      { status: "major_outage", layers: ["observed"] },
    ],
    [
      "an alert of a component that was set to operational",
      { observed: "partial_outage" },
      "operational",
      { status: "partial_outage", layers: ["observed"] },
    ],
    [
      "an incident and an alert",
      { manual: "under_maintenance", observed: "major_outage", incident: "major_outage" },
      "under_maintenance",
      { status: "major_outage", layers: ["observed", "incident"] },
    ],
    [
      "no alert that maintenance masks",
      { manual: "degraded_performance", observed: "major_outage", maintenance: "under_maintenance" },
      "degraded_performance",
      null,
    ],
  ])("%s", (_, layers, set, expected) => {
    expect(overridingStatus({ ...none, ...layers }, set)).toEqual(expected);
  });
});
