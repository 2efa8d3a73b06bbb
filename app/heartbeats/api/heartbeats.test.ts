import { expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { deskOfFile } from "../../../tests/support/of-file";

const desk = deskOfFile();

type Role = "viewer" | "owner";

async function call(method: string, path: string, body?: unknown, more: { role?: Role; headers?: object } = {}) {
  const { role = "owner", headers = {} } = more;
  const program = { id: "t1", personId: "founder", role, readOnly: false, operator: true };
  const ctx = desk.deployment.ctx({ kind: "token", ...program });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://localhost:8787/api/v1/pages/acme/heartbeats${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...sent,
  });
  const response = await handleRestApi(request, ctx);
  await desk.deployment.settled();
  desk.deployment.clock.now += 1000;
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

const schedule = { kind: "cron", expression: "30 3 * * *", time_zone: "Europe/Berlin" };
const given = (over: object = {}) => ({ heartbeat: { name: "Backup", ...over } });
let id = "";

test("a heartbeat is made with what was given; its address is an admin's", async () => {
  const rule = { components: { [desk.components[0]]: "partial_outage" }, mode: "publish", hold: 60, resolve_after: 5 };
  const more = { slug: "backup", tags: ["eu"], schedule, grace: 600, post_only: true, manual_resume: true };
  const made = await call("POST", "", given({ ...more, ...rule }));
  expect([made.status, made.headers.get("etag")]).toEqual([201, '"0"']);
  expect(made.body).toMatchObject({ ...more, ...rule, state: "new", running: false, ping_count: 0, slug_url: null });
  expect(made.body.ping_url).toMatch(/\/ping\/[0-9a-f-]{36}$/);
  id = made.body.id;
  expect((await call("GET", `/${id}`)).body).toEqual(made.body);
  const seen = await call("GET", `/${id}`, undefined, { role: "viewer" });
  expect(seen.body).toEqual({ ...made.body, ping_url: null });
  const listed = await call("GET", "?tag=eu&state=new", undefined, { role: "viewer" });
  expect(listed.body.map((each: { id: string }) => each.id)).toEqual([id]);
  expect((await call("GET", "?tag=us")).body).toEqual([]);
});

test.each([
  [{ grace: 59 }, "grace"],
  [{ schedule: { kind: "simple", period: 59 } }, "schedule.period"],
  [{ schedule: { ...schedule, expression: "@daily" } }, "schedule.expression"],
  [{ schedule: { ...schedule, kind: "calendar", expression: "Fri..Mon" } }, "schedule.expression"],
  [{ schedule: { ...schedule, time_zone: "Mars/Olympus" } }, "schedule.time_zone"],
  [{ slug: "Capital" }, "slug"],
  [{ resolve_after: -1 }, "resolve_after"],
  [{ components: { nothing: "major_outage" } }, "components.nothing"],
])("%j is refused by the name that was sent", async (over, field) => {
  const refused = await call("POST", "", given(over));
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
});

test("the same key makes one; an outdated version gets both; paused and resumed it says so", async () => {
  const once = { headers: { "idempotency-key": "one" } };
  const [first, again] = [await call("POST", "", given(), once), await call("POST", "", given(), once)];
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  const changed = await call("PATCH", `/${id}`, { heartbeat: { grace: 120 } }, { headers: { "if-match": '"0"' } });
  expect([changed.status, changed.body.grace, changed.headers.get("etag")]).toEqual([200, 120, '"1"']);
  const late = await call("PATCH", `/${id}`, { heartbeat: { grace: 180 } }, { headers: { "if-match": '"0"' } });
  expect([late.status, late.body.current.grace, late.body.given.heartbeat.grace]).toEqual([409, 120, 180]);
  const paused = await call("POST", `/${id}/pause`);
  expect([paused.status, paused.body.state]).toEqual([200, "paused"]);
  expect((await call("POST", `/${id}/resume`)).body.state).toBe("new");
  const twice = await call("POST", `/${id}/resume`);
  expect([twice.status, twice.body.code]).toEqual([409, "not_paused"]);
  expect((await call("GET", `/${id}/pings`)).body).toEqual([]);
  expect((await call("GET", `/${id}/pings/1`)).status).toBe(404);
  expect((await call("DELETE", `/${id}`)).body).toEqual({ left_unwatched: [desk.components[0]] });
  expect((await call("GET", `/${id}`)).status).toBe(404);
});
