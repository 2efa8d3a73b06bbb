import { expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { group, post } from "../../../tests/support/ingest";
import { deskOfFile } from "../../../tests/support/of-file";

const desk = deskOfFile();

const owner = { kind: "token" as const, id: "t1", personId: "founder", role: "owner" as const };

async function call(method: string, path: string, given?: unknown) {
  const body = given === undefined ? null : JSON.stringify(given);
  const url = `http://localhost:8787/api/v1/pages/acme${path}`;
  const asked = new Request(url, { method, body, headers: { "content-type": "application/json" } });
  const answer = await handleRestApi(asked, desk.deployment.ctx({ ...owner, readOnly: false, operator: true }));
  await desk.deployment.settled();
  desk.deployment.clock.now += 1000;
  return { status: answer.status, body: answer.status === 204 ? null : JSON.parse(await answer.text()) };
}

test("what a source sent is found, read without its secrets, and read again", async () => {
  const made = await call("POST", "/sources", { source: { kind: "alertmanager", name: "Sender" } });
  const token = made.body.ingest_url.split("/").at(-1);
  const labels = { alertname: "DiskFull", query: "a=b" };
  const sent = await post(desk.deployment.ctx(), { token }, group([{ key: "disk", runbook: token, labels }]));
  const id = sent.ok ? sent.value.id : "";
  const path = `/sources/${made.body.id}/deliveries`;
  const found = await call("GET", `${path}?outcome=accepted&text=disk`);
  expect(found.body).toMatchObject([{ id, outcome: "accepted", signals: [{ key: "disk", outcome: "new" }] }]);
  expect((await call("GET", `${path}?outcome=refused`)).body).toEqual([]);
  const suggested = await call("GET", `/sources/${made.body.id}/suggestions`);
  expect(suggested.body.labels).toContainEqual({ name: "query", value: "a=b", count: 1 });
  expect(suggested.body.titles).toEqual([expect.any(String)]);
  expect((await call("GET", "/sources/nobody/suggestions")).status).toBe(404);
  const one = await call("GET", `${path}/${id}`);
  expect(one.body).toMatchObject({ replayable: true, body: expect.stringContaining("disk") });
  expect(JSON.stringify(one.body)).not.toContain(token);
  const replayed = await call("POST", `${path}/replay`, { deliveries: [id] });
  expect(replayed).toMatchObject({ status: 200, body: [{ id, outcome: "replayed", changed: 0 }] });
  const listed = (await call("GET", path)).body as { replay_of: string | null }[];
  expect(new Set(listed.map((each) => each.replay_of))).toEqual(new Set([id, null]));
  await call("DELETE", `/sources/${made.body.id}`);
});

test("a source gets another address, and the old one is ended", async () => {
  const made = await call("POST", "/sources", { source: { kind: "alertmanager", name: "Turned", silence_hours: 24 } });
  expect(made.body).toMatchObject({ silence_hours: 24, overlaps: [] });
  const turned = await call("POST", `/sources/${made.body.id}/rotate`);
  expect(turned.body).toMatchObject({ overlaps: [{ what: "address", old_used_at: null }] });
  expect(turned.body.ingest_url).not.toBe(made.body.ingest_url);
  expect(await call("POST", `/sources/${made.body.id}/rotate`)).toMatchObject({ status: 409 });
  const ended = await call("DELETE", `/sources/${made.body.id}/overlaps/address`);
  expect(ended).toMatchObject({ status: 200, body: { overlaps: [] } });
});
