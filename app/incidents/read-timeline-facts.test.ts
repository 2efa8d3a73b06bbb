import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { deliveriesByUpdate } from "~/notifications/rules/delivery-summary";
import type { Ctx } from "~/platform/ctx";
import { deleteSource } from "~/sources/verbs";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { good } from "../../tests/support/desk";
import { type Hook, startHook } from "../../tests/support/hook";
import { group, post } from "../../tests/support/ingest";
import { nodeOutbound } from "../../tests/support/outbound";
import { aPage, arrange, type TestPage } from "../../tests/support/scenario";
import { listIncidents } from "./list";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { readIncident } from "./read";
import { readIncidentTimelineFacts } from "./read-timeline-facts";

let deployment: TestDeployment;
let page: TestPage;
let hook: Hook;

const as = (role: "admin" | "viewer"): Ctx => ({
  ...deployment.ctx({ kind: "person", id: role, operator: false, sessionId: "s" }),
  member: { pageId: page.id, role },
});

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  page = await arrange(deployment, aPage({ holdSeconds: 0, resolveAfterSeconds: 60 }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  hook = await startHook();
});
afterEach(async () => {
  await deployment.settled();
  await Promise.all([hook.close(), deployment.close()]);
});

async function minutes(count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

/** Reports that the alert fires, or that the firing with that start is over. Returns the start that it reported. */
async function say(status: "firing" | "resolved", startsAt = deployment.clock.now): Promise<number> {
  const ends = status === "resolved" ? { endsAt: deployment.clock.now } : {};
  expect((await post(deployment.ctx(), page, group([{ key: "slow", status, startsAt, ...ends }]))).ok).toBe(true);
  await deployment.settled();
  return startsAt;
}

async function fires(): Promise<void> {
  const start = await say("firing");
  await minutes(1);
  await say("resolved", start);
}

const around = (id: string) => good(readIncidentTimelineFacts(as("viewer"), { pageId: page.id, id }));
const incidents = async () => (await good(listIncidents(as("viewer"), { pageId: page.id }))).incidents;

test("each firing stands in the incident that it was about, also when the alert fires for another one by now", async () => {
  await fires();
  await fires();
  await minutes(3);
  const [first] = await incidents();
  const before = (await around(first?.id ?? "")).firings;
  expect(before).toHaveLength(2);
  expect(before.every(({ recoveredAt }) => recoveredAt !== null)).toBe(true);
  await minutes(30);
  await say("firing");
  await minutes(1);
  const [second, ...rest] = await incidents();
  expect(rest.map(({ id }) => id)).toEqual([first?.id]);
  const spans = (all: typeof before) => all.map(({ firedAt, recoveredAt }) => [firedAt, recoveredAt]);
  expect(spans((await around(first?.id ?? "")).firings)).toEqual(spans(before));
  expect((await around(second?.id ?? "")).firings).toMatchObject([{ recoveredAt: null, alert: { state: "firing" } }]);
});

test("what still fires when its source is deleted has ended, and has not recovered", async () => {
  await fires();
  await minutes(3);
  const [recovered] = await incidents();
  await minutes(30);
  await say("firing");
  await minutes(1);
  const [ended] = await incidents();
  await good(deleteSource(as("admin"), { pageId: page.id, id: page.sourceId }));
  const at = deployment.clock.now;
  expect((await around(ended?.id ?? "")).firings).toMatchObject([{ recoveredAt: at, endedBySource: true }]);
  expect((await around(recovered?.id ?? "")).firings).toMatchObject([{ endedBySource: false }]);
});

async function listen(name: string, path: string): Promise<string> {
  const settings = { url: `${hook.url}/${path}` };
  const events = ["incident_published", "incident_updated"];
  return (await good(createChannel(as("admin"), { pageId: page.id, kind: "webhook", name, settings, events }))).id;
}

test("the team's channels stand beside the update that they were sent, and what one of them answered", async () => {
  const [ops, chat] = [await listen("Ops", "ops"), await listen("Chat", "chat")];
  hook.answer(({ path }) => ({ status: path.includes("chat") ? 410 : 204 }));
  const given = { pageId: page.id, title: "Slow", body: "We look.", impactOverride: "minor" as const };
  const { id } = await good(openIncident(as("admin"), given));
  await deployment.settled();
  await minutes(2);
  await good(postIncidentUpdate(as("admin"), { pageId: page.id, id, body: "Found.", status: "identified" }));
  const { updates } = await good(readIncident(as("viewer"), { pageId: page.id, id }));
  const found = deliveriesByUpdate(updates, (await around(id)).notices);
  const [latest, first] = updates.map((update) => found[update.id]);
  expect(first?.channels).toHaveLength(2);
  expect(first?.channels).toContainEqual({ id: ops, name: "Ops", state: "sent", answer: null });
  expect(first?.channels).toContainEqual({ id: chat, name: "Chat", state: "dead", answer: expect.any(String) });
  expect(latest?.channels).toEqual([]);
});
