import { expect, test } from "vitest";
import { mayHaveUnassignedAlert } from "./may-be-unassigned";

const naming = { sourceId: "s", components: [{ componentId: "c", status: "major_outage" as const }] };
const bare = { sourceId: "s", components: [] };
const incident = (components: string, visibility = "published") => ({ row: { id: "i", visibility }, components });
const one = '[{"componentId":"c","status":"major_outage"}]';

test.each([
  ["nothing fires", { belongs: [], rules: [], open: [] }, false],
  ["every rule of its source names one", { belongs: ["s"], rules: [naming, naming], open: [] }, false],
  ["its source has no rule", { belongs: ["s"], rules: [], open: [] }, true],
  ["a rule of its source names none", { belongs: ["s"], rules: [naming, bare], open: [] }, true],
  ["its incident names one", { belongs: ["i"], rules: [bare], open: [incident(one)] }, false],
  ["only its draft names one", { belongs: ["i"], rules: [naming], open: [incident(one, "draft")] }, true],
  ["its incident names none", { belongs: ["i"], rules: [naming], open: [incident("[]")] }, true],
  ["its incident is closed", { belongs: ["i"], rules: [naming], open: [] }, true],
])("%s", (_, around, expected) => {
  expect(mayHaveUnassignedAlert(around)).toBe(expected);
});
