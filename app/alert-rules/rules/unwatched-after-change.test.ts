import { expect, test } from "vitest";
import { unwatchedComponentsAfter, unwatchedComponentsWithoutRule } from "./unwatched-after-change";

const alone = [{ id: "a" }, { id: "b" }];

test("what is named no longer is left, and what a vendor's page only shows beside", () => {
  expect(unwatchedComponentsAfter(alone, undefined, "http")).toEqual([]);
  expect(unwatchedComponentsAfter(alone, {}, "http")).toEqual(alone);
  expect(unwatchedComponentsAfter(alone, { a: "operational", b: "major_outage" }, "http")).toEqual([]);
  expect(unwatchedComponentsAfter(alone, { a: "operational", b: "major_outage" }, "vendor")).toEqual([{ id: "a" }]);
  expect(unwatchedComponentsAfter([], {}, "http")).toEqual([]);
});

test("a rule leaves what no other rule of its source observes", () => {
  const one = { id: "one", components: { a: "major_outage", b: "major_outage" } };
  const other = { id: "other", components: { b: "operational" } };
  const rules = [one, other];
  expect(unwatchedComponentsWithoutRule(alone, { rule: one, rules, kind: "alertmanager" })).toEqual([{ id: "a" }]);
  expect(unwatchedComponentsWithoutRule(alone, { rule: other, rules, kind: "alertmanager" })).toEqual([]);
  expect(unwatchedComponentsWithoutRule(alone, { rule: one, rules, kind: "vendor" })).toEqual(alone);
});
