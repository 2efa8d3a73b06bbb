import { expect, test } from "vitest";
import { handlePagerdutyEventRequest } from "~/alerts/api/pagerduty-events";
import { handlePrometheusAlertsRequest } from "~/alerts/api/prometheus-alerts";
import { programEndpointHandlerOf } from "~/programs";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile();
const minute = 60_000;

const json = { "content-type": "application/json" };
const asked = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:8787${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...json, ...headers },
  });

const enqueue = (body: unknown, path = "/v2/enqueue", headers = {}) =>
  handlePagerdutyEventRequest(asked(path, body, headers), deployment.ctx());

const trigger = ({ token }: TestSource, more: object = {}) => ({
  routing_key: token,
  event_action: "trigger",
  dedup_key: "db-1",
  payload: { summary: "Disk full", source: "db-1", severity: "critical", custom_details: { free: "1%" } },
  ...more,
});

const alertsOf = async (from: TestSource) => (await rowsOf(deployment.ctx(), from)).alerts;

test("an event of PagerDuty's API opens, is acknowledged and resolves; each is answered as the API answers", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "pagerduty-events" }));
  const opened = await enqueue(trigger(from));
  expect(opened.status).toBe(202);
  expect(await opened.json()).toEqual({ status: "success", message: "Event processed", dedup_key: "db-1" });
  deployment.clock.now += 1000;
  await enqueue({ routing_key: from.token, event_action: "acknowledge", dedup_key: "db-1" });
  expect(await alertsOf(from)).toMatchObject([
    { key: "db-1", state: "firing", severity: "critical", title: "Disk full", labels: { source: "db-1", free: "1%" } },
  ]);
  deployment.clock.now += 1000;
  await enqueue({ routing_key: from.token, event_action: "resolve", dedup_key: "db-1" });
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved", title: "Disk full" }]);
  deployment.clock.now += 1000;
  await enqueue({ routing_key: from.token, event_action: "acknowledge", dedup_key: "db-1" });
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved" }]);
  await enqueue(trigger(from));
  expect(await alertsOf(from)).toMatchObject([{ state: "firing" }]);
});

test("an event without a key is answered with one, and the same event again is the same alert", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "pagerduty-events" }));
  const keys = new Set<unknown>();
  for (const _ of [1, 2]) {
    const answer = await enqueue(trigger(from, { dedup_key: undefined }));
    keys.add(((await answer.json()) as { dedup_key: string }).dedup_key);
  }
  expect((await alertsOf(from)).map(({ key }) => key)).toEqual([...keys]);
});

test("an acknowledgement of what nobody has heard of creates nothing", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "pagerduty-events" }));
  const answer = await enqueue({ routing_key: from.token, event_action: "acknowledge", dedup_key: "unheard" });
  expect([answer.status, await alertsOf(from)]).toEqual([202, []]);
});

test("a change is accepted and moves nothing", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "pagerduty-events" }));
  const change = { routing_key: from.token, payload: { summary: "Deployed", timestamp: "2026-11-20T09:00:00Z" } };
  const answer = await enqueue(change, "/v2/change/enqueue");
  expect([answer.status, await alertsOf(from)]).toEqual([202, []]);
});

test.each([
  ["no JSON", "{", ["'routing_key' is missing or blank"]],
  ["no key", { event_action: "trigger" }, ["'routing_key' is missing or blank"]],
  ["a key of nobody", { routing_key: "a".repeat(32), event_action: "trigger" }, ["'routing_key' is invalid"]],
])("%s is refused with the reason", async (_, body, errors) => {
  const answer = await enqueue(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ status: "invalid event", message: "Event object is invalid", errors });
});

test("what an event lacks is said, all of it", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "pagerduty-events" }));
  const answer = await enqueue({ routing_key: from.token, event_action: "explode" });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { errors: string[] }).errors).toHaveLength(2);
  expect((await enqueue(trigger(from, { payload: {} }))).status).toBe(400);
  expect((await enqueue(trigger(from, { dedup_key: "k".repeat(256) }))).status).toBe(400);
});

test("a source of another kind is not reached by an API of somebody else", async () => {
  const other = await arrange(deployment, aLoneSource({ kind: "alertmanager" }));
  expect((await enqueue(trigger(other))).status).toBe(400);
  const answer = await handlePrometheusAlertsRequest(
    asked(`/ingest/${other.token}/api/v2/alerts`, []),
    deployment.ctx(),
  );
  expect(answer.status).toBe(404);
});

const iso = (at: number) => new Date(at).toISOString();
const alertOf = (startsAt: number, endsAt: number) => ({
  labels: { alertname: "Down", instance: "web-1" },
  annotations: { summary: "web-1 is down" },
  startsAt: iso(startsAt),
  endsAt: iso(endsAt),
});

test("Prometheus itself: an end that has come is a recovery, one that has not come is none, and what is sent again is the same", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "prometheus" }));
  const began = deployment.clock.now;
  const bearer = { authorization: `Bearer ${from.token}` };
  const send = (endsAt: number) =>
    handlePrometheusAlertsRequest(asked("/api/v2/alerts", [alertOf(began, endsAt)], bearer), deployment.ctx());
  for (const _ of [1, 2]) {
    const answer = await send(deployment.clock.now + 4 * minute);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    deployment.clock.now += minute;
  }
  expect(await alertsOf(from)).toMatchObject([{ state: "firing", title: "web-1 is down", startedAt: began, count: 2 }]);
  const ended = deployment.clock.now;
  deployment.clock.now += 1000;
  for (const _ of [1, 2]) expect((await send(ended)).status).toBe(200);
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved", endedAt: ended }]);
});

test("the source's token stands in the path too, as path_prefix puts it there", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "prometheus" }));
  const { now } = deployment.clock;
  const path = `/ingest/${from.token}/api/v2/alerts`;
  expect(
    (await handlePrometheusAlertsRequest(asked(path, [alertOf(now, now + minute)]), deployment.ctx())).status,
  ).toBe(200);
  expect(await alertsOf(from)).toMatchObject([{ state: "firing" }]);
  expect((await handlePrometheusAlertsRequest(asked("/api/v2/alerts", []), deployment.ctx())).status).toBe(404);
});

test("these addresses are the deployment's own: a page's domain has none of them, a page called v2 keeps its paths", async () => {
  const own = ["/v2/enqueue", "/v2/change/enqueue", "/api/v2/alerts", "/ingest/token/api/v2/alerts"];
  for (const path of own) expect(programEndpointHandlerOf(path, false)).not.toBeNull();
  for (const path of own.slice(0, 2)) expect(programEndpointHandlerOf(`/shop${path}`, true)).toBeNull();
  for (const path of ["/v2", "/v2/history", "/v2/enqueue/more"])
    expect(programEndpointHandlerOf(path, false)).toBeNull();
  expect(programEndpointHandlerOf("/v2", false, () => "json")).not.toBeNull();
  const usual = await arrange(deployment, aLoneSource());
  expect((await post(deployment.ctx(), usual, group([{ key: "a" }]))).ok).toBe(true);
});
