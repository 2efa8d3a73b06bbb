import { expect, test } from "vitest";
import { ruleEffectSummaryOf } from "./rule-effect";

const components = ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase() }));

test.each([
  ["nothing", {}, [], 0],
  ["one", { b: "major_outage" }, ["B major_outage"], 0],
  ["two in the page's order", { b: "major_outage", a: "operational" }, ["A operational", "B major_outage"], 0],
  ["three", { a: "major_outage", b: "major_outage", c: "major_outage" }, ["A major_outage", "B major_outage"], 1],
  ["one that is not listed", { gone: "major_outage", c: "operational" }, ["C operational"], 1],
] as const)("a rule's effect names two components and counts the others: %s", (_, changed, named, more) => {
  const effect = ruleEffectSummaryOf(changed, components);
  expect(effect.named.map(({ name, status }) => `${name} ${status}`)).toEqual(named);
  expect(effect.more).toBe(more);
});
