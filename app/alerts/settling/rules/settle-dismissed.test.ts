import { expect, test } from "vitest";
import { blank, firing, rule, settleOnce, source, start } from "../../../../tests/support/settling";

const minute = 60_000;

/** A monitor and a source without a promise name component a; the source's alert is firing. */
function fired(silentSince: number | null, vouchesSince: number | null = null) {
  const rules = [rule({ mode: "none" }), rule({ id: "looks", sourceId: "m", mode: "none" })];
  const looks = source("m", { family: "monitor", vouchesSince, silentSince: silentSince === start ? start : null });
  const sources = [source("s", { quietMeansWell: false }), looks];
  const before = settleOnce({ ...blank(rules), sources }).facts;
  const now = start + 10 * minute;
  const alerts = [firing("x", { startedAt: now })];
  return settleOnce({ ...before, now, alerts }).facts;
}

test("an alert that is dismissed while what looks is silent leaves no data from that silence on", () => {
  const facts = fired(null);
  const silentSince = start + 20 * minute;
  const now = start + 30 * minute;
  const alerts = facts.alerts.map((each) => ({ ...each, dismissedAt: now }));
  const sources = facts.sources.map((each) => (each.id === "m" ? { ...each, silentSince } : each));
  const after = settleOnce({ ...facts, now, alerts, sources });
  expect(after.decision.observed[0]?.rows).toEqual([
    { from: "major_outage", to: "operational", at: start + 10 * minute },
    { from: "operational", to: "no_data", at: silentSince },
  ]);
  expect(after.facts.components[0]).toMatchObject({ observedStatus: "no_data", observedSince: silentSince });
});

test("of an alert that fired in a silence nothing is left but the silence", () => {
  const facts = fired(start);
  const now = start + 30 * minute;
  const alerts = facts.alerts.map((each) => ({ ...each, dismissedAt: now }));
  const after = settleOnce({ ...facts, now, alerts });
  expect(after.decision.observed[0]?.rows).toEqual([{ from: "major_outage", to: "no_data", at: start + 10 * minute }]);
});

test("a silence that was over while a dismissed alert fired stays unknown until something spoke again", () => {
  const facts = fired(start);
  const vouchesSince = start + 20 * minute;
  const now = start + 30 * minute;
  const alerts = facts.alerts.map((each) => ({ ...each, dismissedAt: now }));
  const sources = facts.sources.map((each) => (each.id === "m" ? { ...each, silentSince: null, vouchesSince } : each));
  const after = settleOnce({ ...facts, now, alerts, sources });
  expect(after.decision.observed[0]?.rows).toEqual([
    { from: "major_outage", to: "no_data", at: start + 10 * minute },
    { from: "no_data", to: "operational", at: vouchesSince },
  ]);
});
