import { expect, test } from "vitest";
import { leftBy, leftByRule } from "./left-unwatched";

const alone = [{ id: "a" }, { id: "b" }];

test("what is named no longer is left, and what a vendor's page only shows beside", () => {
  expect(leftBy(alone, undefined, "http")).toEqual([]);
  expect(leftBy(alone, {}, "http")).toEqual(alone);
  expect(leftBy(alone, { a: "operational", b: "major_outage" }, "http")).toEqual([]);
  expect(leftBy(alone, { a: "operational", b: "major_outage" }, "vendor")).toEqual([{ id: "a" }]);
  expect(leftBy([], {}, "http")).toEqual([]);
});

test("a rule leaves what no other rule of its source observes", () => {
  const one = { id: "one", components: { a: "major_outage", b: "major_outage" } };
  const other = { id: "other", components: { b: "operational" } };
  const rules = [one, other];
  expect(leftByRule(alone, { rule: one, rules, kind: "alertmanager" })).toEqual([{ id: "a" }]);
  expect(leftByRule(alone, { rule: other, rules, kind: "alertmanager" })).toEqual([]);
  expect(leftByRule(alone, { rule: one, rules, kind: "vendor" })).toEqual(alone);
});
