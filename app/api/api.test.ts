import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { handleRestApi } from "~/rest-api";
import { type Desk, good, openDesk } from "../../tests/support/desk";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Role = "viewer" | "responder" | "admin" | "owner";

interface Call {
  role?: Role;
  /** Token with a rate limit bucket of its own. */
  token?: string;
  person?: string;
  headers?: Record<string, string>;
  /** Body that is sent unchanged, with its own content type. */
  form?: string;
}

let calls = 0;
/** Statements of the most expensive call so far, including what was settled after the answer. */
let dearest = { statements: 0, what: "" };

async function call(method: string, path: string, body?: unknown, more: Call = {}) {
  const { role = "owner", person = "founder", token = `t${Math.floor(calls++ / 100)}`, form } = more;
  const actor = { kind: "token" as const, id: token, personId: person, role, readOnly: false, operator: true };
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
  const init = {
    method,
    headers: { "content-type": type, ...more.headers },
    ...(sent === undefined ? {} : { body: sent }),
  };
  const request = new Request(`http://localhost:8787/api/v1${path}`, init);
  const ctx = desk.deployment.ctx(actor);
  const response = await handleRestApi(request, ctx);
  await desk.deployment.settled();
  const { statements } = ctx.meter;
  if (statements > dearest.statements) dearest = { statements, what: `${method} ${path}` };
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

test("without a token 401, with a session too; 404 for a page of others, 403 for too low a role", async () => {
  const request = () => new Request("http://localhost:8787/api/v1/pages");
  expect((await handleRestApi(request(), desk.deployment.ctx())).status).toBe(401);
  expect((await handleRestApi(request(), desk.owner())).status).toBe(401);
  expect((await call("GET", "/pages/acme", undefined, { person: "stranger" })).status).toBe(404);
  expect((await call("GET", "/pages/nowhere")).status).toBe(404);
  const low = await call("POST", "/pages/acme/components", { component: { name: "X" } }, { role: "viewer" });
  expect(low).toMatchObject({ status: 403, body: { code: "forbidden", message: expect.any(String) } });
  expect(low.headers.get("content-type")).toBe("application/problem+json");
});

test("a page is made, read by id and slug, changed; a slug that is taken is a conflict", async () => {
  const made = await call("POST", "/pages.json", { page: { name: "Globex", subdomain: "globex", headline: "hm" } });
  expect(made).toMatchObject({ status: 201, body: { name: "Globex", subdomain: "globex", time_zone: "Etc/UTC" } });
  expect(made.headers.get("x-upfront-ignored")).toBe("headline");
  expect((await call("GET", `/pages/${made.body.id}`)).body).toEqual((await call("GET", "/pages/globex.json")).body);
  const twice = await call("POST", "/pages", { page: { name: "Other", subdomain: "globex" } });
  expect(twice).toMatchObject({ status: 409, body: { code: "slug_taken" } });
  const changed = await call("PATCH", "/pages/globex", { page: { accent: "#777777" } });
  expect(changed).toMatchObject({
    status: 422,
    body: { code: "contrast", fields: { accent: expect.stringContaining("#767676") } },
  });
  expect((await call("PATCH", "/pages/globex", { page: { page_description: "We make." } })).body.page_description).toBe(
    "We make.",
  );
  const bad = await call("POST", "/pages", { page: { name: "Bad", subdomain: "manage" } });
  expect(bad).toMatchObject({
    status: 422,
    body: { code: "reserved_slug", fields: { subdomain: expect.any(String) } },
  });
});

test("components in Statuspage's shape, by JSON and by form; a status by hand", async () => {
  const form = "component[name]=Search&component[description]=Finds&component[showcase]=false&component[nonsense]=1";
  const made = await call("POST", "/pages/acme/components", undefined, { form });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "Search", showcase: false, status: "", group: false },
  });
  expect(made.headers.get("x-upfront-ignored")).toBe("nonsense");
  const path = `/pages/acme/components/${made.body.id}`;
  const set = await call("PATCH", path, { component: { status: "partial_outage" } }, { role: "responder" });
  expect(set).toMatchObject({ status: 200, body: { status: "partial_outage" } });
  const cleared = await call("PUT", path, { component: { status: "operational", name: "Find" } });
  expect(cleared.body).toMatchObject({ status: "operational", name: "Find" });
  const stale = await call("PATCH", path, { component: { name: "Old" } }, { headers: { "if-match": '"0"' } });
  expect(stale).toMatchObject({
    status: 409,
    body: { current: { name: "Find", group_id: null }, given: { component: { name: "Old" } } },
  });
  expect(stale.body.current).toEqual((await call("GET", path)).body);
  const etag = cleared.headers.get("etag") ?? "";
  expect((await call("PATCH", path, { component: { name: "New" } }, { headers: { "if-match": etag } })).status).toBe(
    200,
  );
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

test("component groups", async () => {
  const [website, api] = desk.components;
  const path = "/pages/acme/component-groups";
  const made = await call("POST", path, {
    description: "Core",
    component_group: { name: "Main", components: [api, website] },
  });
  expect(made).toMatchObject({ status: 201, body: { name: "Main", description: "Core", components: [api, website] } });
  const one = `${path}/${made.body.id}`;
  const changed = await call("PATCH", one, { component_group: { components: [website] } });
  expect(changed.body.components).toEqual([website]);
  expect((await call("POST", path, { component_group: { name: "Empty", components: [] } })).status).toBe(422);
  const gone = await call("DELETE", one);
  expect(gone).toMatchObject({ status: 200, body: { id: made.body.id } });
  expect((await call("GET", one)).status).toBe(404);
});

test("an incident's life in Statuspage's words", async () => {
  const [website, api] = desk.components;
  const given = {
    name: "Slow",
    body: "We look.",
    component_ids: [api],
    components: { [website]: "degraded_performance" },
  };
  const made = await call("POST", "/pages/acme/incidents", { incident: { ...given, auto_tweet_at_beginning: true } });
  expect(made).toMatchObject({ status: 201, body: { name: "Slow", status: "investigating", impact: "minor" } });
  expect(made.headers.get("x-upfront-ignored")).toBe("auto_tweet_at_beginning");
  const statuses = made.body.components.map((each: { status: string }) => each.status);
  expect(statuses.sort()).toEqual(["degraded_performance", "operational"]);
  const path = `/pages/acme/incidents/${made.body.id}`;
  const update = { status: "identified", body: "Found.", components: { [api]: "major_outage" } };
  desk.deployment.clock.now += 1000;
  const told = await call("PATCH", path, { incident: { ...update, name: "Down" } });
  expect(told.body).toMatchObject({ name: "Down", status: "identified", impact: "critical" });
  expect(told.body.incident_updates.map((each: { body: string }) => each.body)).toEqual(["Found.", "We look."]);
  expect(told.body.incident_updates[0].affected_components).toEqual([
    { code: api, name: "API", old_status: "operational", new_status: "major_outage" },
  ]);
  expect((await call("GET", "/pages/acme/incidents/unresolved.json")).body).toHaveLength(1);
  const updateId = told.body.incident_updates[0].id;
  const corrected = await call("PUT", `${path}/incident_updates/${updateId}`, {
    incident_update: { body: "Found it." },
  });
  expect(corrected.body).toMatchObject({ body: "Found it.", incident_id: made.body.id });
  const over = await call("PATCH", path, { incident: { status: "resolved" } });
  expect(over.body.resolved_at).not.toBeNull();
  expect((await call("GET", "/pages/acme/incidents/unresolved")).body).toEqual([]);
  expect((await call("GET", "/pages/acme/incidents?q=Down&limit=1")).body).toHaveLength(1);
  expect((await call("DELETE", path, undefined, { role: "responder" })).status).toBe(403);
  expect((await call("DELETE", path)).body.id).toBe(made.body.id);
  expect((await call("GET", "/pages/acme/incidents")).body).toEqual([]);
});

test("bad input is told by the API's own names", async () => {
  const open = (incident: unknown) => call("POST", "/pages/acme/incidents", { incident });
  const [website] = desk.components;
  const components = { [website]: "major_outage" };
  expect(await open({ name: "a\nb", components })).toMatchObject({
    status: 422,
    body: { code: "control_chars", fields: { name: expect.any(String) }, error: [expect.stringMatching(/^name: /)] },
  });
  expect((await open({ body: "x", components })).body.fields).toHaveProperty("name");
  expect((await open({ name: "x", body: "y".repeat(25_001), components })).body.fields.body).toContain("25,001");
  expect((await open({ name: "x", components: { [website]: "on_fire" } })).status).toBe(422);
  const backwards = { scheduled_for: "2026-12-01T00:00:00Z", scheduled_until: "2026-11-30T00:00:00Z" };
  expect((await open({ name: "x", ...backwards })).body).toMatchObject({
    code: "end_before_start",
    fields: { scheduled_until: expect.any(String) },
  });
  expect((await call("POST", "/pages/acme/incidents", [])).status).toBe(400);
  const broken = new Request("http://localhost:8787/api/v1/pages/acme/incidents", {
    method: "POST",
    body: "{",
    headers: { "content-type": "application/json" },
  });
  const actor = {
    kind: "token" as const,
    id: "x",
    personId: "founder",
    role: "owner" as const,
    readOnly: false,
    operator: false,
  };
  expect((await handleRestApi(broken, desk.deployment.ctx(actor))).status).toBe(400);
});

test("the same Idempotency-Key is one incident", async () => {
  const [website] = desk.components;
  const incident = { name: "Once", components: { [website]: "major_outage" } };
  const send = () =>
    call("POST", "/pages/acme/incidents", { incident }, { headers: { "idempotency-key": "k1" }, token: "idem" });
  const [one, two] = [await send(), await send()];
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(two.body.id).toBe(one.body.id);
  expect((await call("GET", "/pages/acme/incidents?q=Once")).body).toHaveLength(1);
  const other = { incident: { ...incident, name: "Once more" } };
  const reused = await call("POST", "/pages/acme/incidents", other, {
    headers: { "idempotency-key": "k1" },
    token: "idem",
  });
  expect(reused).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  await call("DELETE", `/pages/acme/incidents/${one.body.id}`);
});

test("a source gives its address, its rules are set, what it does not know is refused", async () => {
  const [website] = desk.components;
  const made = await call("POST", "/pages/acme/sources", { source: { kind: "alertmanager", name: "Prometheus" } });
  const address = { ingest_url: expect.stringContaining("/ingest/") };
  expect(made).toMatchObject({ status: 201, body: { kind: "alertmanager", ...address } });
  const strange = await call("POST", "/pages/acme/sources", {
    source: { kind: "alertmanager", name: "P", colour: "red" },
  });
  expect(strange).toMatchObject({ status: 422, body: { fields: { colour: "No such field." } } });
  const unknown = await call("POST", "/pages/acme/sources", { source: { kind: "carrier-pigeon", name: "P" } });
  expect(unknown).toMatchObject({ status: 422, body: { code: "unknown_kind" } });
  const rules = await call("GET", `/pages/acme/rules?source=${made.body.id}`);
  expect(rules.body).toMatchObject([{ catch_all: true, mode: "draft", hold: 120, resolve_after: 300, components: {} }]);
  const catchAll = `/pages/acme/rules/${rules.body[0].id}`;
  const rule = { component_ids: [website], status: "partial_outage", mode: "publish", hold: 0, resolve_after: "60" };
  const saved = await call("PATCH", catchAll, { rule });
  expect(saved.body).toMatchObject({
    components: { [website]: "partial_outage" },
    mode: "publish",
    hold: 0,
    resolve_after: 60,
  });
  const more = {
    source_id: made.body.id,
    match: { labels: { service: "check*" } },
    components: { [website]: "major_outage" },
  };
  const added = await call("POST", "/pages/acme/rules", { rule: more });
  expect(added).toMatchObject({ status: 201, body: { catch_all: false, match: more.match } });
  const trial = { rule: { source_id: made.body.id, match: more.match } };
  expect((await call("POST", "/pages/acme/rules/try", trial)).body).toMatchObject({ matched: 0, found: [] });
  expect((await call("DELETE", catchAll)).status).toBe(409);
  expect((await call("DELETE", `/pages/acme/rules/${added.body.id}`)).status).toBe(204);
  expect((await call("DELETE", `/pages/acme/sources/${made.body.id}`)).status).toBe(204);
  expect((await call("GET", "/pages/acme/rules")).body).toEqual([]);
});

test("maintenances are planned, listed and called off", async () => {
  const [website] = desk.components;
  const now = desk.deployment.clock.now;
  const window = {
    starts_at: new Date(now + 3_600_000).toISOString(),
    ends_at: new Date(now + 7_200_000).toISOString(),
  };
  const path = "/pages/acme/maintenances";
  const made = await call("POST", path, { maintenance: { title: "Move", component_ids: [website], ...window } });
  expect(made).toMatchObject({
    status: 201,
    body: { status: "scheduled", components: { [website]: "under_maintenance" } },
  });
  const wrong = await call("POST", path, { maintenance: { title: "Move", ...window, ends_at: window.starts_at } });
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: "end_before_start", fields: { ends_at: expect.any(String) } },
  });
  expect((await call("POST", `${path}/${made.body.id}/cancel`)).body.status).toBe("cancelled");
  expect((await call("GET", path)).body).toHaveLength(1);
});

test("120 requests a minute per token, and the headers say what is left", async () => {
  const one = async () => call("GET", "/nothing", undefined, { token: "greedy" });
  const first = await one();
  expect(first.status).toBe(404);
  expect(first.headers.get("x-ratelimit-remaining")).toBe("119");
  for (let count = 0; count < 119; count++) await one();
  const refused = await one();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get("x-ratelimit-limit")).toBe("120");
});

test("what the API did stands in the audit log under its token, without secrets", async () => {
  const settings = { bearerToken: "hush-hush-token" };
  const made = await call("POST", "/pages/acme/sources", {
    source: { kind: "alertmanager", name: "Secretive", settings },
  });
  expect(made.body.settings.bearerToken).not.toBe(settings.bearerToken);
  const { entries } = await good(listAudit(desk.as("viewer"), { pageId: desk.pageId }));
  const entry = entries.find((each) => each.action === "source.create" && each.subjectId === made.body.id);
  expect(entry?.actorKind).toBe("token");
  expect(JSON.stringify(entries)).not.toContain("hush-hush");
  expect(JSON.stringify(entries)).not.toContain(made.body.ingest_url.split("/").at(-1));
});

test("the dearest call leaves room for the door's own statements below the limit of 40", () => {
  expect(dearest.what).not.toBe("");
  expect(dearest.statements).toBeLessThanOrEqual(36);
});
