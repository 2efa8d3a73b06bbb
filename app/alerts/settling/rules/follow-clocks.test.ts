import { expect, test } from "vitest";
import { blank, firing, rule, settleOnce, start } from "../../../../tests/support/settling";
import type { SettleFacts } from "./settle-facts";

const minute = 60_000;
const day = 24 * 60 * minute;

type Alert = SettleFacts["alerts"][number];

/** Settles each minute for that long; returns the reports about the incident that was open, with their minutes. */
function settledFor(facts: SettleFacts, minutes: number) {
  const told: number[] = [];
  const written: number[] = [];
  let at = facts;
  for (let passed = 0; passed < minutes; passed++) {
    const { decision, facts: next } = settleOnce(at);
    if (decision.news.length > 0) told.push(passed);
    if (decision.followed.length + decision.changed.length > 0) written.push(passed);
    at = { ...next, now: next.now + minute };
  }
  return { told, written, facts: at };
}

const fires = (facts: SettleFacts, ...alerts: Alert[]) => ({ ...facts, alerts: [...facts.alerts, ...alerts] });
const opened = (mode: "draft" | "publish" = "publish") =>
  settledFor(fires(blank([rule({ holdSeconds: 120, mode })]), firing("one", { labels: { team: "x" } })), 10).facts;

test("what a clock that was a day ahead dated is told after its hold all the same", () => {
  const facts = opened();
  const two = firing("two", { labels: { team: "y" }, startedAt: facts.now + day });
  expect(settledFor(fires(facts, two), 10).told).toEqual([2]);
});

test("a draft does not begin in the future, and is written once", () => {
  const facts = opened("draft");
  const alerts = [firing("one", { labels: { team: "x" }, startedAt: facts.now + day })];
  const { facts: after, written } = settledFor({ ...facts, alerts }, 20);
  expect(after.incidents.map(({ startedAt }) => startedAt)).toEqual([start]);
  expect(written.length).toBeLessThanOrEqual(1);
});

test("a clock that goes back a day ends no incident sooner, tells nothing again and writes at most once", () => {
  const two = firing("two", { labels: { team: "y" } });
  const facts = settledFor(fires(opened(), two), 10).facts;
  const { told, written } = settledFor({ ...facts, now: facts.now - day }, 30);
  expect([told, written.length]).toEqual([[], 0]);
});

test("over a day with nothing new an open incident costs no writes and asks for no settling", () => {
  const { written, facts } = settledFor(opened(), 24 * 60);
  expect(written).toEqual([]);
  expect(settleOnce(facts).decision.dueAt).toBeNull();
});

test("after a day without a settling what recovered before is lowered from then on, once", () => {
  const status = "major_outage" as const;
  const components = ["a", "b"].map((componentId) => ({ componentId, status }));
  const both = rule({ id: "r2", position: -1, catchAll: false, match: { labels: { team: "y" } }, components });
  const [one, two] = [firing("one", { labels: { team: "x" } }), firing("two", { labels: { team: "y" } })];
  const { facts } = settledFor(fires(blank([both, rule()]), two, one), 10);
  const recoveredAt = facts.now;
  const noted = settleOnce({ ...facts, alerts: facts.alerts.filter(({ key }) => key === "one"), recoveredAt });
  const { decision, facts: after } = settleOnce({ ...noted.facts, now: recoveredAt + day });
  expect(decision.moved.flatMap(({ steps }) => steps)).toMatchObject([{ componentId: "b", at: recoveredAt }]);
  expect(settledFor(after, 3).written).toEqual([]);
});
