import fc from "fast-check";
import { expect, test } from "vitest";
import { alertsAfterRuleDeletion, type MatchableFiringAlert } from "./rule-leaving";

const alert = (title: string, more: Partial<MatchableFiringAlert> = {}): MatchableFiringAlert => ({
  id: title,
  sourceId: "s",
  key: title,
  title,
  severity: "critical",
  labels: {},
  startedAt: 1,
  dismissedAt: null,
  causeId: null,
  ...more,
});
const rule = (id: string, title: string | null, more: object = {}) => ({
  id,
  sourceId: "s",
  position: 1,
  match: title === null ? {} : { title },
  catchAll: title === null,
  mode: "draft" as const,
  components: ["a"] as string[],
  ...more,
});

test("what it takes goes to the next that matches, or to the rule for everything else", () => {
  const rules = [rule("web", "web*"), rule("w", "w*", { position: 2 }), rule("all", null, { components: [] })];
  const firing = [alert("web 1"), alert("wine"), alert("other")];
  expect(alertsAfterRuleDeletion(rules, "web", firing)).toEqual({
    taken: [firing[0]],
    next: [{ ruleId: "w", count: 1 }],
    unassigned: [],
  });
  expect(alertsAfterRuleDeletion(rules, "w", firing)).toEqual({
    taken: [firing[1]],
    next: [{ ruleId: "all", count: 1 }],
    unassigned: [firing[1]],
  });
});

test.each<[string, Partial<MatchableFiringAlert>]>([
  ["for information only", { severity: "info" }],
  ["dismissed", { dismissedAt: 1 }],
  ["folded by its cause", { causeId: "s.other" }],
])("what is %s is not unassigned", (_, more) => {
  const rules = [rule("web", "web*"), rule("all", null, { components: [] })];
  expect(alertsAfterRuleDeletion(rules, "web", [alert("web", more)]).unassigned).toEqual([]);
});

test("a rule that named no component leaves nothing unassigned that was not; without a next rule there is none", () => {
  const bare = rule("web", "web*", { components: [] });
  expect(alertsAfterRuleDeletion([bare], "web", [alert("web")])).toMatchObject({
    next: [{ ruleId: null, count: 1 }],
    unassigned: [],
  });
  expect(alertsAfterRuleDeletion([], "web", [alert("web")])).toEqual({ taken: [], next: [], unassigned: [] });
});

test("each alert that it takes goes to one rule, whatever rules there are", () => {
  const rules = fc.array(fc.tuple(fc.constantFrom("a*", "b*", "*", null), fc.boolean()), { maxLength: 4 });
  fc.assert(
    fc.property(rules, fc.array(fc.constantFrom("a", "b", "c")), (given, titles) => {
      const all = given.map(([title, moves], at) =>
        rule(`${at}`, title, { position: at, catchAll: title === null, components: moves ? ["a"] : [] }),
      );
      const { taken, next, unassigned } = alertsAfterRuleDeletion(
        all,
        "0",
        titles.map((title) => alert(title)),
      );
      expect(next.reduce((sum, { count }) => sum + count, 0)).toBe(taken.length);
      expect(unassigned.length).toBeLessThanOrEqual(taken.length);
    }),
  );
});
