import { afterEach, beforeEach, expect, test } from "vitest";
import { type AlertStage, openAlertStage } from "../support/alert-stage";
import type { TestAlert } from "../support/ingest";
import { execute } from "../support/told";

/** What a team and a subscriber are sent of an incident that a thousand alerts join, and that flaps for an hour. */
let stage: AlertStage;

beforeEach(async () => {
  stage = await openAlertStage(6);
});
afterEach(() => stage.close());

const severities = ["warning", "error", "critical", ""];
const nameOf = (at: number) => `Name${Math.floor(at / 25)}`;

const started = new Map<number, number>();

function instance(at: number, now: number, firing = true): TestAlert {
  if (firing) started.set(at, now);
  const severity = severities[Math.floor(at / 25) % 4] ?? "";
  const labels = {
    alertname: nameOf(at),
    job: `j${Math.floor(at / 25) % 6}`,
    instance: `k${at}`,
    ...(severity ? { severity } : {}),
  };
  const times = { startsAt: started.get(at) ?? now, ...(firing ? {} : { status: "resolved", endsAt: now }) };
  return { key: `k${at}`, labels, annotations: { summary: nameOf(at) }, ...times };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

test("1,000 alerts of 40 names join in a minute, then flap for an hour: at most 13 messages a channel, 4 mails a subscriber", async () => {
  const { deployment } = stage.told;
  const components = stage.page.components;
  const shared = components[0] ?? "";
  const timing = { holdSeconds: 0, resolveAfterSeconds: 300 };
  for (const at of range(0, 6))
    await stage.ruled(`j${at}`, [components[at] ?? shared, ...(at === 0 ? [] : [shared])], timing);
  await execute(
    stage.told,
    "UPDATE rule_component SET status = 'degraded_performance' WHERE component_id = ?1",
    shared,
  );
  for (const part of range(0, 10)) {
    await stage.deliver(range(part * 100, 100).map((at) => instance(at, deployment.clock.now)));
    deployment.clock.now += 5500;
  }
  for (const passed of range(1, 59)) {
    await stage.pass(1);
    const from = (passed * 100) % 1000;
    const firing = Math.floor(passed / 10) % 2 === 1;
    const turning = range(from, 100).filter((at) => at > 0);
    await stage.deliver(turning.map((at) => instance(at, deployment.clock.now, firing)));
  }
  await stage.told.sendAll();
  expect(await stage.open()).toHaveLength(1);
  const messages = stage.heard().map(({ type }) => type);
  expect(messages.slice(0, 2)).toEqual(["incident_opened", "incident_worsened"]);
  expect(messages.length).toBeLessThanOrEqual(13);
  expect(stage.mailsTo("ann@example.com")).toHaveLength(messages.length);
  const mails = stage.mailsTo("s000000@example.com").length;
  expect(mails).toBeGreaterThan(0);
  expect(mails).toBeLessThanOrEqual(4);
}, 240_000);
