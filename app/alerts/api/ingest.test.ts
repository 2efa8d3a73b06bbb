import { expect, test } from "vitest";
import { makeCtx } from "~/platform/ctx";
import { group, rowsOf } from "../../../tests/support/ingest";
import { deploymentOfFile } from "../../../tests/support/of-file";
import { aLoneSource, arrange } from "../../../tests/support/scenario";
import { handleIngestRequest } from "./ingest";

const deployment = deploymentOfFile();

const json = { "content-type": "application/json" };
const request = (token: string, body: BodyInit | null, headers: Record<string, string> = json) =>
  new Request(`http://localhost:8787/ingest/${token}`, {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
const send = (...given: Parameters<typeof request>) => handleIngestRequest(request(...given), deployment.ctx());
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

test("202 with the delivery, its alerts and what was skipped", async () => {
  const from = await arrange(deployment, aLoneSource());
  const response = await send(from.token, JSON.stringify(group([{ key: "a" }, { key: "", labels: {} }])));
  expect(response.status).toBe(202);
  const { deliveries, alerts } = await rowsOf(deployment.ctx(), from);
  expect(await bodyOf(response)).toMatchObject({
    id: deliveries[0]?.id,
    duplicate: false,
    alerts: [{ id: alerts[0]?.id, key: "a", state: "firing", outcome: "new" }],
    skipped: [{ code: "unreadable" }],
  });
});

test.each([
  ["row 1: 257 KB", "x".repeat(257 * 1024), json, 413, "too_large"],
  ["row 2: gzip", "{}", { ...json, "content-encoding": "gzip" }, 415, "encoding_unsupported"],
  ["row 3: broken", '{"a":', json, 400, "bad_json"],
  ["row 4: 5,001 keys", `{${Array.from({ length: 5001 }, (_, at) => `"k${at}":1`).join()}}`, json, 400, "too_complex"],
  ["row 6: type", "{}", { "content-type": "text/plain" }, 415, "unsupported"],
  ["row 12: a bad key alone", JSON.stringify(group([{ key: "k".repeat(256) }])), json, 422, "bad_dedup_key"],
])("%s", async (_, body, headers, status, code) => {
  const from = await arrange(deployment, aLoneSource());
  const response = await send(from.token, body, headers);
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  expect(await bodyOf(response)).toMatchObject({
    type: expect.stringMatching(new RegExp(`/${code}$`)),
    request_id: expect.any(String),
  });
  expect((await rowsOf(deployment.ctx(), from)).deliveries).toMatchObject([
    { outcome: "refused", body: code === "bad_dedup_key" ? body : "" },
  ]);
});

test("only by the methods of its kind, and nothing is kept of others; an address that nobody has, and one with more in its path, is missing", async () => {
  const from = await arrange(deployment, aLoneSource());
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
    const asked = new Request(`http://localhost:8787/ingest/${from.token}?status=down`, { method });
    const answer = await handleIngestRequest(asked, deployment.ctx());
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  }
  expect((await rowsOf(deployment.ctx(), from)).deliveries).toEqual([]);
  expect((await handleIngestRequest(new Request("http://localhost:8787/ingest/x"), deployment.ctx())).status).toBe(404);
  for (const token of ["unknown", "a/b", ""]) expect((await send(token, "{}")).status).toBe(404);
});

test("503 with Retry-After while the database is away; nothing is in", async () => {
  const from = await arrange(deployment, aLoneSource());
  const DB = {
    prepare: () => ({ bind: () => ({}) }),
    batch: () => Promise.reject(new Error("Network connection lost.")),
  };
  const bindings = { ...deployment.bindings, DB: DB as unknown as D1Database };
  const away = makeCtx(bindings, {
    now: () => deployment.clock.now,
    sleep: async () => undefined,
    defer: () => undefined,
  });
  const response = await handleIngestRequest(request(from.token, JSON.stringify(group([{ key: "a" }]))), away);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
  expect((await rowsOf(deployment.ctx(), from)).deliveries).toEqual([]);
});
