import { describe, expect, test } from "vitest";
import type { Status } from "~/status/status";
import { firing, incident, rule, start } from "../../../../tests/support/settling";
import { type IncidentFollowFacts, impactOfSettledComponents, updateIncidentFromAlerts } from "./incident-follow";
import type { SettleIncident } from "./settle-facts";

const minute = 60_000;
const now = start + 30 * minute;
const given = (components: Record<string, Status>) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status }));

/** Returns an alert with these components, by a rule whose recoveries count after five minutes. */
const member = (components: Record<string, Status>) => ({
  alert: firing("k"),
  rule: rule({ components: given(components), resolveAfterSeconds: 300 }),
});

const facts = (change: Partial<IncidentFollowFacts> = {}): IncidentFollowFacts => ({
  now,
  recoveredAt: null,
  rules: [rule({ components: given({ a: "major_outage", b: "major_outage" }), resolveAfterSeconds: 300 })],
  members: [],
  others: [],
  reopens: false,
  unknown: new Set(),
  seen: [],
  ...change,
});

const open = (components: Record<string, Status>, change: Partial<SettleIncident> = {}) =>
  incident("i", { components: given(components), ...change });
const following = (over: Record<string, number>) => ({ over, team: null, visitors: null });

describe("an incident and the components of its alerts", () => {
  test("raises at once: a component that joins, and one that gets worse", () => {
    const members = [member({ a: "major_outage", b: "partial_outage" })];
    const { steps, components } = updateIncidentFromAlerts(open({ a: "degraded_performance" }), facts({ members }));
    expect(steps).toEqual([
      { componentId: "a", from: "degraded_performance", to: "major_outage", at: now },
      { componentId: "b", from: "operational", to: "partial_outage", at: now },
    ]);
    expect(components).toEqual(given({ a: "major_outage", b: "partial_outage" }));
  });

  test("notes since when nothing fires on one, and looks again when that has lasted", () => {
    const members = [member({ b: "major_outage" })];
    const recoveredAt = now - minute;
    const first = updateIncidentFromAlerts(
      open({ a: "major_outage", b: "major_outage" }),
      facts({ members, recoveredAt }),
    );
    expect(first).toMatchObject({ steps: [], over: { a: recoveredAt }, dueAt: recoveredAt + 5 * minute });
    const later = open({ a: "major_outage", b: "major_outage" }, { following: following({ a: now - 6 * minute }) });
    const second = updateIncidentFromAlerts(later, facts({ members }));
    expect(second.steps).toEqual([{ componentId: "a", from: "major_outage", to: "operational", at: now - 6 * minute }]);
    expect(second).toMatchObject({ over: {}, gone: new Set(), dueAt: null });
  });

  test("what no rule names any more is not called well: its monitor was deleted, and nobody says that it recovered", () => {
    const known = open({ gone: "major_outage", b: "major_outage" }, { following: following({ gone: start }) });
    const { steps, over, dueAt } = updateIncidentFromAlerts(known, facts({ members: [member({ b: "major_outage" })] }));
    expect([steps, over, dueAt]).toEqual([[], {}, null]);
  });

  test("what the team was told of is forgotten when it is over for good, whoever says how it is", () => {
    const team = { at: start, severity: null, parts: { a: { status: "major_outage" as const, names: ["x"] } } };
    const known = open(
      { a: "partial_outage", b: "major_outage" },
      { editedParts: ["component:a"], following: { over: {}, team, visitors: null } },
    );
    const members = [member({ b: "major_outage" })];
    const first = updateIncidentFromAlerts(known, facts({ members, recoveredAt: now - minute }));
    expect(first).toMatchObject({ over: { a: now - minute }, gone: new Set(), steps: [] });
    const later = { ...known, following: { over: { a: now - 6 * minute }, team, visitors: null } };
    expect(updateIncidentFromAlerts(later, facts({ members }))).toMatchObject({
      over: {},
      gone: new Set(["a"]),
      steps: [],
    });
    const forgotten = { ...known, following: { over: {}, team: { ...team, parts: {} }, visitors: null } };
    expect(updateIncidentFromAlerts(forgotten, facts({ members }))).toMatchObject({
      over: {},
      gone: new Set(),
      dueAt: null,
    });
  });

  test("gets better as far as something milder that still fires", () => {
    const members = [member({ a: "degraded_performance" })];
    const known = open({ a: "major_outage" }, { following: following({ a: now - 5 * minute }) });
    const { steps, gone } = updateIncidentFromAlerts(known, facts({ members }));
    expect(steps).toMatchObject([{ to: "degraded_performance", at: now - 5 * minute }]);
    expect(gone.size).toBe(0);
  });

  test.each([
    ["one component is a person’s", ["component:a"]],
    ["all of them are", ["components"]],
  ] as const)("what a person has said stays: %s", (_, editedParts) => {
    const members = [member({ a: "major_outage" })];
    const known = open({ a: "degraded_performance" }, { editedParts: [...editedParts] });
    expect(updateIncidentFromAlerts(known, facts({ members })).steps).toEqual([]);
    const over = open({ a: "major_outage" }, { editedParts: [...editedParts], following: following({ a: start }) });
    expect(updateIncidentFromAlerts(over, facts()).steps).toEqual([]);
  });

  test("a person’s component does not hold the others", () => {
    const members = [member({ a: "major_outage", b: "major_outage" })];
    const known = open({ a: "degraded_performance" }, { editedParts: ["component:a"] });
    expect(updateIncidentFromAlerts(known, facts({ members })).steps).toMatchObject([{ componentId: "b" }]);
  });

  test("of what nobody can see nothing gets better", () => {
    const known = open({ a: "major_outage" }, { following: following({ a: start }) });
    expect(updateIncidentFromAlerts(known, facts({ unknown: new Set(["a"]) }))).toMatchObject({
      steps: [],
      dueAt: null,
    });
  });

  test("what another open incident says already does not join; what it says less of does", () => {
    const members = [member({ a: "major_outage", b: "major_outage" })];
    const other = (status: Status) => incident("other", { components: given({ b: status }) });
    const same = updateIncidentFromAlerts(
      open({ a: "major_outage" }),
      facts({ members, others: [other("major_outage")] }),
    );
    expect(same.steps).toEqual([]);
    const less = updateIncidentFromAlerts(
      open({ a: "major_outage" }),
      facts({ members, others: [other("partial_outage")] }),
    );
    expect(less.steps).toMatchObject([{ componentId: "b", to: "major_outage" }]);
  });

  test("a draft is said to nobody: what it says does not keep a published one from saying it", () => {
    const members = [member({ b: "major_outage" })];
    const draft = incident("draft", { visibility: "draft", components: given({ b: "major_outage" }) });
    expect(
      updateIncidentFromAlerts(open({ a: "major_outage" }), facts({ members, others: [draft] })).steps,
    ).toMatchObject([{ componentId: "b" }]);
  });

  test("opened again, it keeps what fires and drops the rest at once", () => {
    const members = [member({ b: "major_outage" })];
    const known = open({ a: "major_outage", b: "major_outage" });
    expect(updateIncidentFromAlerts(known, facts({ members, reopens: true })).steps).toEqual([
      { componentId: "a", from: "major_outage", to: "operational", at: now },
    ]);
  });

  test("a clock that was ahead dates nothing into the future", () => {
    const known = open({ a: "major_outage" }, { following: following({ a: now + 60 * minute }) });
    expect(updateIncidentFromAlerts(known, facts())).toMatchObject({ over: { a: now }, dueAt: now + 5 * minute });
  });
});

describe("its impact", () => {
  test("is that of its components now", () => {
    const known = open({ a: "major_outage" }, { impact: "critical" });
    expect(impactOfSettledComponents(known, given({ a: "operational" }))).toEqual({
      impact: "none",
      impactOverride: null,
    });
    expect(impactOfSettledComponents(open({}, { impact: "minor" }), given({ a: "partial_outage" }))).toMatchObject({
      impact: "major",
    });
  });

  test("what stood for no component gives way to components, and a person’s word to nothing", () => {
    const unnamed = open({}, { impact: "minor", impactOverride: "minor" });
    expect(impactOfSettledComponents(unnamed, [])).toEqual({ impact: "minor", impactOverride: "minor" });
    expect(impactOfSettledComponents(unnamed, given({ a: "major_outage" }))).toEqual({
      impact: "critical",
      impactOverride: null,
    });
    const said = open({}, { impact: "minor", impactOverride: "minor", editedParts: ["impact"] });
    expect(impactOfSettledComponents(said, given({ a: "major_outage" }))).toEqual({
      impact: "critical",
      impactOverride: "minor",
    });
  });
});
