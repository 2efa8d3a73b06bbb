import { expect, test } from "vitest";
import type { NoticeDraft } from "~/commit/commit";
import type { Status } from "~/status/status";
import { noticesIn } from "../../../../tests/support/settled-notices";
import { blank, firing, rule, settleOnce, source, start } from "../../../../tests/support/settling";
import type { RuleRecord } from "../../rules/rule-match";
import type { FiringAlert, SettleFacts } from "./settle-facts";

const minute = 60_000;
const statuses: Status[] = ["degraded_performance", "partial_outage", "major_outage"];

/** Settles what is due before that instant, and records the notices. */
function until(facts: SettleFacts, end: number, told: NoticeDraft[]): SettleFacts {
  let after = facts;
  for (let due: number | null = facts.now; due !== null && due <= end; ) {
    const before: SettleFacts = { ...after, now: Math.max(after.now, due) };
    const settled = settleOnce(before);
    told.push(...noticesIn(before, settled.decision));
    after = settled.facts;
    due = settled.decision.dueAt;
  }
  return { ...after, now: end };
}

const componentIds = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);

/** Returns a page with these components, all watched. */
function pageOf(ids: readonly string[], rules: RuleRecord[]): SettleFacts {
  const facts = blank(rules);
  const [like] = facts.components;
  return { ...facts, components: ids.flatMap((id) => (like ? [{ ...like, id, keptBy: "watched" as const }] : [])) };
}

/** Thirty monitors of a page, each with a rule that publishes after its hold; one fails every two seconds. */
function thirtyDown(components: number) {
  const ids = componentIds(components);
  const names = Array.from({ length: 30 }, (_, at) => `m${at}`);
  const rules = names.map((id, at) => {
    const named = [{ componentId: ids[at % components] ?? "", status: "major_outage" as const }];
    return rule({ id, sourceId: id, mode: "publish", holdSeconds: 30, groupBy: [], components: named });
  });
  const told: NoticeDraft[] = [];
  let facts = { ...pageOf(ids, rules), sources: names.map((id) => source(id, { family: "monitor" })) };
  for (const [at, sourceId] of names.entries()) {
    facts = until(facts, start + at * 2000, told);
    const alert = firing("down", { sourceId, severity: "critical", startedAt: facts.now });
    facts = { ...facts, alerts: [...facts.alerts, alert] };
  }
  return { facts: until(facts, start + 10 * minute, told), told };
}

test.each([
  [1, 1],
  [6, 6],
])("30 monitors of %i components, down in one minute under publish: at most %i incidents", (components, most) => {
  const { facts, told } = thirtyDown(components);
  expect(facts.incidents).toHaveLength(most);
  expect(told.filter(({ kind }) => kind === "incident_opened")).toHaveLength(most);
  expect(told.filter(({ audience }) => audience === "subscribers")).toHaveLength(most);
});

const severities = ["warning", "error", "critical", null] as const;
const nameOf = (at: number) => Math.floor(at / 25);

const instance = (at: number, startedAt: number): FiringAlert =>
  firing(`k${at}`, {
    severity: severities[nameOf(at) % 4] ?? null,
    labels: { alertname: `Name${nameOf(at)}` },
    startedAt,
  });

/** One rule per name; all share one component, and every sixth of them another. */
function rulesOfNames(): RuleRecord[] {
  return Array.from({ length: 40 }, (_, at) =>
    rule({
      ...{ id: `r${at}`, position: at, catchAll: false, match: { labels: { alertname: `Name${at}` } } },
      ...{ holdSeconds: 0, resolveAfterSeconds: 300, groupBy: [] },
      components: [
        { componentId: `c${at % 6}`, status: statuses[at % 3] ?? "major_outage" },
        { componentId: "all", status: "degraded_performance" },
      ],
    }),
  );
}

/**
 * Half of the names turn each minute; the others recover for good each time before they return. One instance never
 * stops.
 */
const firesAt = (at: number, passed: number) => {
  if (at === 0) return true;
  return nameOf(at) % 2 === 0 ? (passed + at) % 2 === 0 : (passed + nameOf(at)) % 10 < 3;
};

/** 1,000 alerts of 40 names join an incident within a minute, and flap for the rest of the hour. */
function flappingStorm() {
  const told: NoticeDraft[] = [];
  let facts: SettleFacts = pageOf([...componentIds(6), "all"], rulesOfNames());
  for (let at = 0; at < 1000; at += 50) {
    facts = until(facts, start + at * 60, told);
    const more = Array.from({ length: 50 }, (_, next) => instance(at + next, facts.now));
    facts = { ...facts, alerts: [...facts.alerts, ...more] };
  }
  for (let passed = 1; passed < 60; passed++) {
    facts = until(facts, start + passed * minute, told);
    const known = new Map(facts.alerts.map((each) => [each.key, each]));
    const all = Array.from({ length: 1000 }, (_, at) => at).filter((at) => firesAt(at, passed));
    const alerts = all.map((at) => known.get(`k${at}`) ?? instance(at, facts.now));
    facts = { ...facts, alerts, recoveredAt: facts.now };
  }
  return { facts: until(facts, start + 60 * minute - 1, told), told };
}

test("1,000 alerts of 40 names join in a minute and flap for an hour: at most 13 messages a channel, 4 mails a subscriber", () => {
  const { facts, told } = flappingStorm();
  const messages = told.filter(({ kind }) => /opened|worsened/.test(kind)).map(({ dueAt }) => (dueAt - start) / 1000);
  const mails = told.filter(({ audience }) => audience === "subscribers").map(({ dueAt }) => (dueAt - start) / 1000);
  expect(facts.incidents).toHaveLength(1);
  expect(messages).toEqual([0, 3, 303, 603, 1020, 1320]);
  expect(messages.length).toBeLessThanOrEqual(13);
  expect(mails).toEqual([0, 900]);
  expect(mails.length).toBeLessThanOrEqual(4);
});
