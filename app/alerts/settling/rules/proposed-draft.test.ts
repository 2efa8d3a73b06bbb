import { expect, test } from "vitest";
import { blank, firing, incident, rule, settleOnce, start } from "../../../../tests/support/settling";
import type { RuleMode } from "../../rules/rule-match";
import type { SettleFacts, SettleIncident } from "./settle-facts";

const minute = 60_000;
const now = start + 60 * minute;
const down = [{ componentId: "a", status: "major_outage" as const }];

/** A draft that says of the component what the alert says, and so would take it in. */
const draft = (proposedBy: SettleIncident["proposedBy"]): SettleIncident =>
  incident("draft", {
    visibility: "draft",
    publishedAt: null,
    origin: "person",
    edited: true,
    impact: "critical",
    components: down,
    proposedBy,
  });

const factsOf = (mode: RuleMode, proposedBy: SettleIncident["proposedBy"]): SettleFacts => ({
  ...blank([rule({ mode, components: down, holdSeconds: 0, groupBy: [] })]),
  now,
  alerts: [firing("new", { severity: "critical", startedAt: now - minute })],
  incidents: [draft(proposedBy)],
});

test("no alert joins a draft that a token proposed, and it takes none of an alert's components away", () => {
  const { decision } = settleOnce(factsOf("draft", { personId: "ada", token: "ci" }));
  expect(decision.opened).toMatchObject([{ visibility: "draft", components: down }]);
  expect(decision.joined).toMatchObject([{ alertId: "s.new", incidentId: decision.opened[0]?.id }]);
  expect(decision.changed.filter(({ id }) => id === "draft")).toEqual([]);
});

test("once a person has taken it up, alerts join it as any draft", () => {
  const { decision } = settleOnce(factsOf("draft", null));
  expect(decision.opened).toEqual([]);
  expect(decision.joined).toMatchObject([{ alertId: "s.new", incidentId: "draft" }]);
});

test("a rule that publishes does not look at either", () => {
  for (const by of [null, { personId: "ada", token: "ci" }])
    expect(settleOnce(factsOf("publish", by)).decision.opened).toMatchObject([{ visibility: "published" }]);
});
