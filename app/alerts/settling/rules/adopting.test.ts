import { expect, test } from "vitest";
import type { Status } from "~/status/status";
import { blank, firing, incident, rule, settleOnce, start } from "../../../../tests/support/settling";
import type { AlertGroup } from "../../rules/alert-group";
import type { SettleFacts, SettleIncident } from "./settle-facts";

const minute = 60_000;
const now = start + 120 * minute;
const adopts = { over: {}, team: null, visitors: null, adopts: true };
const all = ["title", "text", "impact", "components"] as const;
const down = (...ids: string[]) => ids.map((componentId) => ({ componentId, status: "major_outage" as Status }));

const rules = [
  rule({ id: "b", position: -1, catchAll: false, match: { labels: { team: "b" } }, components: down("b") }),
  rule({ holdSeconds: 120 }),
];
const group = (id: string, state: AlertGroup["state"], dueAt: number | null = null): AlertGroup => {
  const [ruleId = ""] = id.split(" ");
  const key = id.slice(ruleId.length + 1);
  return { id, sourceId: "s", ruleId, groupKey: key, state, firstFiredAt: start, dueAt, incidentId: "i", version: 0 };
};
const one = firing("one", { labels: { team: "a" }, incidentId: "i" });

/**
 * A deployment from before: an incident of a and b has been open for two hours, and b recovered ten minutes after its
 * start.
 */
function before(change: Partial<SettleIncident>, more: Partial<SettleFacts> = {}): SettleFacts {
  const facts = blank(rules);
  const observed = { a: "major_outage", b: "operational", c: "operational" } as Record<string, Status>;
  const found = incident("i", { components: down("a", "b"), impact: "critical", following: adopts, ...change });
  return {
    ...facts,
    now,
    alerts: [one],
    incidents: [found],
    groups: [group('r ["a"]', "open"), group('b ["b"]', "recovering", start + 15 * minute)],
    components: facts.components.map((each) => ({
      ...each,
      observedStatus: observed[each.id] ?? "operational",
      observedSince: start + 10 * minute,
    })),
    ...more,
  };
}

const states: [string, Partial<SettleIncident>, Partial<SettleFacts>][] = [
  ["published, one component recovered long ago", {}, {}],
  ["a draft", { visibility: "draft", publishedAt: null }, {}],
  ["edited", { edited: true, editedParts: all }, {}],
  [
    "edited, recovered and forgotten",
    { edited: true, editedParts: all, recoveredAt: start + 20 * minute },
    { alerts: [] },
  ],
  ["of a person, with an alert attached", { origin: "person", edited: true, editedParts: all }, { groups: [] }],
  ["of a person, without one", { origin: "person", edited: true, editedParts: all }, { alerts: [], groups: [] }],
];

test.each(states)("after the upgrade nothing is news, and nothing that fires turns green: %s", (_, change, more) => {
  const first = settleOnce(before(change, more));
  const second = settleOnce({ ...first.facts, now: now + 10 * minute });
  for (const { decision } of [first, second]) {
    expect([decision.news, decision.opened, decision.moved.filter(({ saysSo }) => saysSo)]).toEqual([[], [], []]);
    expect(decision.moved.flatMap(({ steps }) => steps).filter(({ componentId }) => componentId === "a")).toEqual([]);
  }
  const third = settleOnce({ ...second.facts, now: now + 20 * minute }).decision;
  expect([third.followed, third.changed, third.moved]).toEqual([[], [], []]);
});

test("what recovered long ago is lowered at once, dated when it was observed to be well", () => {
  const { decision } = settleOnce(before({}));
  expect(decision.moved.flatMap(({ steps }) => steps)).toEqual([
    { componentId: "b", from: "major_outage", to: "operational", at: start + 10 * minute },
  ]);
});

test("what people edited stays as they said it", () => {
  expect(settleOnce(before({ edited: true, editedParts: all })).decision.moved).toEqual([]);
});

test("the next outage is told: another alert of the incident, and a component that it does not name", () => {
  const { facts } = settleOnce(before({}));
  const louder = firing("two", { labels: { team: "x" }, startedAt: now + 10 * minute, severity: "critical" });
  const later = { ...facts, now: now + 10 * minute, alerts: [...facts.alerts, louder] };
  const held = settleOnce({ ...settleOnce(later).facts, now: now + 12 * minute }).decision;
  expect(held.news).toMatchObject([{ incidentId: "i", names: 1, severity: "critical" }]);
});
