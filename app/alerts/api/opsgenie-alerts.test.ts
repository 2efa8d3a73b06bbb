import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { heartbeatTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { programEndpointHandlerOf } from "~/programs";
import { rowsOf } from "../../../tests/support/ingest";
import { deploymentOfFile } from "../../../tests/support/of-file";
import { aHeartbeat, aLoneSource, arrange, type TestSource } from "../../../tests/support/scenario";
import { refusedDeliveryAlertKey } from "../rules/signal";
import { handleOpsgenieAlertRequest, handleOpsgenieHeartbeatPing } from "./opsgenie-alerts";

const deployment = deploymentOfFile();
const origin = "http://localhost:8787";

type Answer = Record<string, unknown> & { data: Record<string, unknown> };

interface Call {
  method?: string;
  body?: unknown;
  token?: string;
}

/** Sends one request of a client of the API, a second after the last. */
async function call(from: TestSource, path: string, { method, body, token = from.token }: Call = {}) {
  deployment.clock.now += 1000;
  const request = new Request(`${origin}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { authorization: `GenieKey ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const machine = path.startsWith("/v2/heartbeats") ? handleOpsgenieHeartbeatPing : handleOpsgenieAlertRequest;
  const response = await machine(request, deployment.ctx());
  return { status: response.status, json: (await response.json()) as Answer };
}

async function readRows(ctx: Ctx, id: string) {
  const [rows] = await readBatch(ctx, ctx.db.select().from(heartbeatTable).where(eq(heartbeatTable.id, id)));
  return rows;
}

const source = () => arrange(deployment, aLoneSource({ kind: "opsgenie-alerts" }));
const alertsOf = async (from: TestSource) => (await rowsOf(deployment.ctx(), from)).alerts;

const full = {
  message: "Disk full",
  alias: "db 1/disk",
  description: "1 % left",
  priority: "P1",
  tags: ["prod", "disk"],
  details: { free: "1%" },
  entity: "db-1",
  source: "nagios",
};
const encoded = encodeURIComponent(full.alias);
const byAlias = `/v2/alerts/${encoded}`;
const alias = "?identifierType=alias";

test("an alert is created, shown by id, number and alias, noted, acknowledged, said again and closed", async () => {
  const from = await source();
  const made = await call(from, "/v2/alerts", { body: full });
  expect(made).toMatchObject({ status: 202, json: { result: "Request will be processed" } });
  const request = await call(from, `/v2/alerts/requests/${made.json.requestId}`);
  expect(request).toMatchObject({
    status: 200,
    json: { data: { success: true, action: "Create", alias: full.alias } },
  });
  const id = String(request.json.data.alertId);
  const shown = await call(from, `/v2/alerts/${id}`);
  const { message, description, priority, tags, details, entity } = full;
  expect(shown.json.data).toMatchObject({
    id,
    alias: full.alias,
    message,
    description,
    priority,
    tags,
    details,
    entity,
  });
  expect(shown.json.data).toMatchObject({ status: "open", acknowledged: false, source: "nagios", count: 1 });
  const tiny = String(shown.json.data.tinyId);
  const others = [`${byAlias}${alias}`, `/v2/alerts/${tiny}?identifierType=tiny`, `/v2/alerts/${id}?identifierType=id`];
  for (const path of others) expect((await call(from, path)).json.data.id).toBe(id);

  await call(from, `/v2/alerts/${id}/notes`, { body: { note: "On it" } });
  await call(from, `/v2/alerts/${tiny}/acknowledge?identifierType=tiny`, { body: {} });
  await call(from, `${byAlias}/message${alias}`, { method: "PUT", body: { message: "Disk nearly full" } });
  await call(from, `/v2/alerts/${id}/description`, { method: "PUT", body: { description: "2 % left" } });
  await call(from, `/v2/alerts/${id}/priority`, { method: "PUT", body: { priority: "P3" } });
  const [alert, ...more] = await alertsOf(from);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ state: "firing", title: "Disk nearly full", body: "2 % left", severity: "warning" });
  expect(alert?.labels).toMatchObject({ prod: "", free: "1%" });

  const closed = await call(from, `/v2/alerts/${tiny}/close?identifierType=tiny`, { body: { note: "Done" } });
  const end = await call(from, `/v2/alerts/requests/${closed.json.requestId}`);
  expect(end.json.data).toMatchObject({ success: true, action: "Close", status: "Closed alert", alertId: id });
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved", title: "Disk nearly full" }]);
  await call(from, `${byAlias}/notes${alias}`, { body: { note: "Late" } });
  expect(await alertsOf(from)).toMatchObject([{ state: "resolved" }]);
  await call(from, "/v2/alerts", { body: full });
  expect(await alertsOf(from)).toMatchObject([{ state: "firing", title: "Disk full" }]);
});

test("without an alias the same sent again is the same alert; a long alias is found again", async () => {
  const from = await source();
  for (const _ of [1, 2]) await call(from, "/v2/alerts", { body: { message: "Slow" } });
  expect(await alertsOf(from)).toHaveLength(1);
  const long = "a".repeat(500);
  await call(from, "/v2/alerts", { body: { message: "Long", alias: long } });
  const shown = await call(from, `/v2/alerts/${long}${alias}`);
  expect(shown.json.data.message).toBe("Long");
  await call(from, `/v2/alerts/${long}/close${alias}`, { body: {} });
  expect((await alertsOf(from)).map(({ state }) => state).sort()).toEqual(["firing", "resolved"]);
});

test.each([
  ["by id", `/v2/alerts/${"0".repeat(24)}`],
  ["by number", "/v2/alerts/12?identifierType=tiny"],
  ["by alias", `/v2/alerts/nothing${alias}`],
  ["by what cannot be", "/v2/alerts/-1?identifierType=tiny"],
])("an alert that is not there %s: said when it is asked for, a failed request when it is closed", async (_, path) => {
  const from = await source();
  expect((await call(from, path)).status).toBe(404);
  const [base, query = ""] = path.split("?");
  const noted = await call(from, `${base}/notes?${query}`, { body: { note: "?" } });
  expect(noted.status).toBe(202);
  expect(await alertsOf(from)).toEqual([]);
});

test("a request that named no alert has failed", async () => {
  const from = await source();
  const asked = await call(from, "/v2/alerts/12/close?identifierType=tiny", { body: {} });
  const { json } = await call(from, `/v2/alerts/requests/${asked.json.requestId}`);
  expect(json.data).toMatchObject({ success: false, isSuccess: false, status: "Alert does not exist", alertId: "" });
});

test("the alert of another source is nobody's here", async () => {
  const [one, other] = [await source(), await source()];
  await call(one, "/v2/alerts", { body: full });
  const [alert] = await alertsOf(one);
  expect((await call(other, `/v2/alerts/${alert?.id}`)).status).toBe(404);
  await call(other, `/v2/alerts/${alert?.id}/close`, { body: {} });
  expect(await alertsOf(one)).toMatchObject([{ state: "firing" }]);
  expect(await alertsOf(other)).toEqual([]);
});

test.each([
  ["no JSON", "{", 400],
  ["no message", { alias: "x" }, 422],
  ["an empty message", { message: "  " }, 422],
  ["an alias with a control character", { message: "x", alias: "a\u0001b" }, 422],
])("%s is refused", async (_, body, status) => {
  const from = await source();
  const answer = await call(from, "/v2/alerts", { body });
  expect(answer.status).toBe(status);
  expect((await alertsOf(from)).map(({ key }) => key)).toEqual([refusedDeliveryAlertKey]);
  expect(answer.json.message).toEqual(expect.any(String));
});

test("a key of nobody, of another kind or none is refused, to read and to write", async () => {
  const from = await source();
  const other = await arrange(deployment, aLoneSource({ kind: "alertmanager" }));
  for (const token of ["nobodys", other.token]) {
    expect((await call(from, "/v2/alerts", { body: full, token })).status).toBe(401);
    expect((await call(from, `${byAlias}${alias}`, { token })).status).toBe(401);
    expect((await call(from, "/v2/alerts/requests/x", { token })).status).toBe(401);
    expect((await call(from, "/v2/heartbeats/x/ping", { token })).status).toBe(401);
  }
});

test("a method that an address does not have is 405, a path that is no text 404", async () => {
  const from = await source();
  expect((await call(from, "/v2/alerts", { method: "GET" })).status).toBe(405);
  expect((await call(from, "/v2/alerts/requests/x", { body: {} })).status).toBe(405);
  expect((await call(from, "/v2/alerts/%E0%A4%A", {})).status).toBe(404);
});

test("a heartbeat of the page is pinged by its slug, by whatever method", async () => {
  const from = await source();
  const page = { id: from.pageId, components: ["c1"] };
  const { id } = await arrange(deployment, aHeartbeat(page, { slug: "nightly-backup" }));
  for (const method of ["POST", "GET", "PUT"]) {
    const answer = await call(from, "/v2/heartbeats/Nightly%20backup/ping", { method });
    expect(answer).toMatchObject({ status: 202, json: { result: "PONG - Heartbeat received" } });
  }
  const rows = await readRows(deployment.ctx(), id);
  expect(rows).toMatchObject([{ pingCount: 3, lastResult: "success" }]);
  const another = await source();
  expect((await call(another, "/v2/heartbeats/nightly-backup/ping", { body: {} })).status).toBe(404);
});

test("a heartbeat that nobody has is said", async () => {
  const from = await source();
  const answer = await call(from, "/v2/heartbeats/Nightly%20backup/ping", { body: {} });
  expect(answer).toMatchObject({ status: 404, json: { message: expect.stringContaining("[Nightly backup]") } });
});

test("the addresses are the deployment's own", () => {
  for (const path of ["/v2/alerts", "/v2/alerts/1", "/v2/alerts/1/close", "/v2/heartbeats/x/ping"]) {
    expect(programEndpointHandlerOf(path, false)).not.toBeNull();
    expect(programEndpointHandlerOf(`/shop${path}`, true)).toBeNull();
  }
});
