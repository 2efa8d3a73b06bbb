import { expect, test } from "vitest";
import { words as spoken } from "../../../tests/support/words";
import { teamWords } from "../letters/engine/team-words";
import { explainUnassignedAlert, unassignedAlertsTeamContent } from "./unassigned-content";

const at = Date.UTC(2026, 10, 20, 12);
const words = teamWords(spoken("en"), "Europe/Berlin");
const source = { id: "s", name: "Prometheus", family: "source" as const };
const alert = (id: string, severity: string | null = "critical") => ({
  id,
  title: `${id} is down`,
  severity,
  startedAt: at,
});
const rule = (given: object = {}) => ({
  id: "r",
  sourceId: "s",
  position: 1,
  match: {},
  mode: "none" as const,
  catchAll: false,
  moves: false,
  ...given,
});
const sent = { sourceId: "s", key: "k", severity: "critical", title: "down", labels: {} };

test.each([
  ["no rule", [], { reason: "no_rule", ruleId: null }],
  ["rules of another source", [rule({ sourceId: "t" })], { reason: "no_rule", ruleId: null }],
  ["one that does nothing", [rule()], { reason: "no_component", ruleId: "r" }],
  ["one that opens drafts", [rule({ mode: "draft" })], null],
  ["one that moves a component", [rule({ moves: true })], null],
  ["the rule for everything else", [rule({ catchAll: true })], { reason: "no_rule", ruleId: "r" }],
  ["the rule for everything else that moves one", [rule({ catchAll: true, moves: true })], null],
  [
    "the first that matches decides",
    [rule({ match: { title: "up*" }, moves: true }), rule({ id: "q" })],
    {
      reason: "no_component",
      ruleId: "q",
    },
  ],
] as const)("an alert under %s", (_, rules, why) => {
  expect(explainUnassignedAlert(rules, sent, "source")).toEqual(why);
  expect(explainUnassignedAlert(rules, { ...sent, severity: "info" }, "source")).toBeNull();
});

test("one is told by its name, with the form of a rule for it", () => {
  const told = unassignedAlertsTeamContent(words, {
    source,
    reason: "no_rule",
    alerts: [alert("s.a b")],
    ruleId: null,
  });
  expect(told).toMatchObject({
    title: "No rule for this alert: s.a b is down",
    text: "No rule matches, so it changes no component and opens no incident. Create a rule.",
    severity: "critical",
    link: { text: "Create a rule", path: "/sources/s/rules/new?alert=s.a%20b" },
  });
});

test("several by their number, with the rule that takes them; who says no severity is a warning", () => {
  const alerts = [alert("a", null), alert("b", "info")];
  const told = unassignedAlertsTeamContent(words, { source, reason: "no_component", alerts, ruleId: "r" });
  expect(told).toMatchObject({
    title: "Alerts that affect no component (2): Prometheus",
    severity: "warning",
    link: { text: "Choose components", path: "/sources/s/rules/r" },
  });
  expect(told?.text.split("\n")).toEqual([
    "b is down",
    "a is down",
    "The rule that matches changes no component and opens no incident. Choose components.",
  ]);
});

test.each([
  ["source", null, "/sources/s"],
  ["monitor", "r", "/monitors/s"],
  ["heartbeat", "r", "/heartbeats/s"],
] as const)("of a %s components are chosen at its own form", (family, ruleId, path) => {
  const alerts = [alert("a"), alert("b")];
  const told = unassignedAlertsTeamContent(words, {
    source: { ...source, family },
    reason: "no_component",
    alerts,
    ruleId,
  });
  expect(told?.link.path).toBe(path);
});

test("none are nothing", () => {
  expect(unassignedAlertsTeamContent(words, { source, reason: "no_rule", alerts: [], ruleId: null })).toBeNull();
});
