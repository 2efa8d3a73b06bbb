import { expect, test } from "vitest";
import { groupUnassignedAlerts, type UnassignedAlertCandidate } from "./unassigned-groups";

const alert = (id: string, more: Partial<UnassignedAlertCandidate> = {}): UnassignedAlertCandidate => ({
  id,
  sourceId: "s",
  family: "source",
  key: id,
  title: id,
  severity: "warning",
  labels: {},
  startedAt: 10,
  ...more,
});
const rule = (id: string, more: object = {}) => ({
  id,
  sourceId: "s",
  position: 0,
  match: {},
  catchAll: false,
  moves: 0,
  ...more,
});

test("one group a source and reason, what is critical first, with the loudest alert and the oldest start", () => {
  const rules = [rule("own", { match: { title: "o*" } }), rule("all", { catchAll: true })];
  const groups = groupUnassignedAlerts(
    [alert("x", { startedAt: 5 }), alert("y", { severity: "critical" }), alert("other"), alert("odd")],
    rules,
  );
  expect(groups).toMatchObject([
    { reason: "no_rule", ruleId: "all", count: 2, critical: true, since: 5, alert: { id: "y" } },
    { reason: "no_component", ruleId: "own", count: 2, critical: false, alert: { id: "other" } },
  ]);
});

test("what a rule shows on a component is nobody's no more; of several rules none is named", () => {
  const rules = [rule("a", { match: { title: "a" } }), rule("b", { match: { title: "b" } }), rule("c", { moves: 1 })];
  expect(groupUnassignedAlerts([alert("a"), alert("b"), alert("c")], rules)).toMatchObject([
    { count: 2, ruleId: null },
  ]);
  expect(groupUnassignedAlerts([alert("q", { severity: "info" })], [])).toEqual([]);
  expect(groupUnassignedAlerts([alert("q")], [])).toMatchObject([{ reason: "no_rule", ruleId: null }]);
});
