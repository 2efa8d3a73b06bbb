import { expect, test } from "vitest";
import { impactsOf } from "./present-impact";

test.each([
  ["as bad as it was", {}, "major", null],
  ["less bad", { statuses: ["degraded_performance", "operational"] }, "major", "minor"],
  ["well again", { statuses: ["operational"] }, "major", "none"],
  ["worse than was kept", { impact: "minor", statuses: ["major_outage"] }, "critical", null],
  ["over", { statuses: ["operational"], isOver: true }, "major", null],
  ["what a person said it is", { statuses: ["operational"], impactOverride: "major" }, "major", null],
  ["of no component", { statuses: [] }, "major", null],
  ["a component that left it", { statuses: [null] }, "major", "none"],
] as const)("%s", (_, given, worst, now) => {
  const facts = { impact: "major" as const, impactOverride: null, statuses: ["partial_outage"], isOver: false };
  expect(impactsOf({ ...facts, ...given })).toEqual({ worst, now });
});
