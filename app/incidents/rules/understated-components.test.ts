import { expect, test } from "vitest";
import { understatedComponents } from "./understated-components";

const alert = [
  { componentId: "search", status: "major_outage" as const },
  { componentId: "checkout", status: "partial_outage" as const },
];

test.each([
  ["nothing", {}, { search: "major_outage", checkout: "partial_outage" }],
  [
    "less of one, nothing of the other",
    { search: "degraded_performance" as const },
    { search: "major_outage", checkout: "partial_outage" },
  ],
  ["the same of one", { search: "major_outage" as const }, { checkout: "partial_outage" }],
  ["worse of one, the same of the other", { search: "major_outage" as const, checkout: "major_outage" as const }, {}],
])("an incident that says %s", (_, says, expected) => {
  expect(understatedComponents(says, alert)).toEqual(expected);
});
