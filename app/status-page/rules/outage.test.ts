import { expect, test } from "vitest";
import { outagesOfIncident } from "./outage";

const component = (id: string, status: string) => ({ id, name: id.toUpperCase(), status: status as "operational" });
const update = (componentId: string, from: string, to: string) => ({
  changes: [{ componentId, name: componentId.toUpperCase(), from, to }],
});

test.each([
  { what: "machines write no changes", components: [component("api", "partial_outage")], updates: [] },
  {
    what: "a person gave the good state back",
    components: [component("api", "operational")],
    updates: [update("api", "partial_outage", "operational"), update("api", "operational", "partial_outage")],
  },
])("what a component was at its worst: $what", ({ components, updates }) => {
  expect(outagesOfIncident({ components, updates: updates as never })).toEqual([
    { status: "partial_outage", names: ["API"] },
  ]);
});

test("worst first, those of one state together, and nothing of those that were never harmed", () => {
  const components = [
    component("web", "degraded_performance"),
    component("api", "major_outage"),
    component("mail", "operational"),
    component("jobs", "degraded_performance"),
  ];
  expect(outagesOfIncident({ components, updates: [] })).toEqual([
    { status: "major_outage", names: ["API"] },
    { status: "degraded_performance", names: ["WEB", "JOBS"] },
  ]);
});
