import fc from "fast-check";
import { expect, test } from "vitest";
import { type MatchableAlert, ruleMatchesAlert } from "~/alerts/rules/rule-match";
import { rule } from "../../../tests/support/settling";
import { type PastDelivery, ruleMatchForAlert, ruleSuggestionsFrom, simulateRuleMatch } from "./rule-trial";

const alert = (title: string, labels: Record<string, string> = {}, severity: string | null = null): MatchableAlert => ({
  title,
  labels,
  severity,
});

const past = (...all: (MatchableAlert[] | null)[]): PastDelivery[] =>
  all.map((alerts, index) => ({ id: `d${index}`, receivedAt: index, alerts }));

const checkout = alert("Checkout is slow", { service: "checkout" });
const search = alert("Search is slow", { service: "search" });
const catchAll = rule({ id: "all", position: 0, catchAll: true });
const first = rule({ id: "first", position: 1, catchAll: false, match: { labels: { service: "check*" } } });
const second = rule({ id: "second", position: 2, catchAll: false, match: { title: "*slow" } });

test("counts deliveries, says which and what was in them, and what cannot be read any more", () => {
  const candidate = { id: null, sourceId: "s", match: { labels: { service: "search" } } };
  const trial = simulateRuleMatch(candidate, [catchAll], past([checkout, search], [checkout], null, []));
  expect(trial).toEqual({
    deliveries: 4,
    matched: 1,
    covered: 0,
    unread: 1,
    found: [{ id: "d0", receivedAt: 0, alerts: [{ title: "Search is slow", takenBy: null }] }],
  });
});

test("a rule above takes first; one below does not; a saved rule is tried where it stands", () => {
  const rules = [catchAll, first, second];
  const of = (id: string | null, match: object) =>
    simulateRuleMatch({ id, sourceId: "s", match }, rules, past([checkout], [search]));
  expect(of(null, { title: "*" })).toMatchObject({ matched: 0, covered: 2 });
  expect(of(null, { title: "*" }).found.map(({ alerts }) => alerts[0]?.takenBy)).toEqual(["first", "second"]);
  expect(of("first", { title: "*" })).toMatchObject({ matched: 2, covered: 0 });
  expect(of("second", { title: "*" })).toMatchObject({ matched: 1, covered: 1 });
});

test("what was seen: the most frequent first, each as a line of a match, nothing that is none", () => {
  const odd = alert("Odd", { "a=b": "x", long: "x".repeat(81), two: "a\nb", empty: "" });
  expect(ruleSuggestionsFrom(past([checkout, search], [checkout], null, [odd]))).toEqual({
    labels: [
      { line: "service=checkout", count: 2 },
      { line: "service=search", count: 1 },
    ],
    titles: ["Checkout is slow", "Odd", "Search is slow"],
  });
});

test("a rule made of an alert matches it, whatever it is", () => {
  const word = fc.string({ maxLength: 12 });
  const any = fc.record({
    title: fc.string({ minLength: 1, maxLength: 60 }),
    labels: fc.dictionary(word, word, { maxKeys: 25 }),
    severity: fc.constantFrom("critical", "warning", null),
  });
  fc.assert(
    fc.property(any, (found) => {
      const match = ruleMatchForAlert(found);
      expect(ruleMatchesAlert(match, found)).toBe(true);
      expect(Object.keys(match.labels ?? {}).length).toBeLessThanOrEqual(20);
    }),
  );
});
