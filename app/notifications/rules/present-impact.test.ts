import { expect, test } from "vitest";
import { type ComponentImpact, incidentImpactsOf } from "./present-impact";

const on = (given: string | null, shown: ComponentImpact["shown"] = null): ComponentImpact => ({ given, shown });

test.each([
  ["as bad as it was", {}, "major", null],
  ["less bad", { components: [on("degraded_performance"), on("operational")] }, "major", "minor"],
  ["well again", { components: [on("operational", "operational")] }, "major", "none"],
  ["well again in it, and seen to be slow", { components: [on("operational", "degraded_performance")] }, "major", null],
  ["of which nobody knows", { components: [on("operational", "no_data")] }, "major", null],
  [
    "worse by another incident",
    { impact: "minor", components: [on("degraded_performance", "major_outage")] },
    "minor",
    null,
  ],
  ["worse than was kept", { impact: "minor", components: [on("major_outage")] }, "critical", null],
  ["over", { components: [on("operational")], isOver: true }, "major", null],
  ["what a person said it is", { components: [on("operational")], impactOverride: "major" }, "major", null],
  ["of no component", { components: [] }, "major", null],
  ["a component that left it", { components: [on(null)] }, "major", "none"],
] as const)("%s", (_, given, worst, now) => {
  const facts = { impact: "major" as const, impactOverride: null, components: [on("partial_outage")], isOver: false };
  expect(incidentImpactsOf({ ...facts, ...given })).toEqual({ worst, now });
});
