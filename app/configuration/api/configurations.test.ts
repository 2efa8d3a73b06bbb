import { beforeEach, expect, test } from "vitest";
import { filesDeskOfFile, shopFile } from "../../../tests/support/configuration-jobs";
import { credentialsOf, type Program } from "../../../tests/support/matrix-cast";
import { type Browser, openBrowser } from "../../../tests/support/worker";

const desk = filesDeskOfFile();
let browser: Browser;
beforeEach(async () => {
  browser = await openBrowser(desk.deployment);
});

async function call(method: string, path: string, body?: unknown, program: Program = "owner", more = {}) {
  const headers = { ...credentialsOf(program), "content-type": "application/json", ...more };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await browser.go(`/api/v1${path}`, { method, headers, ...sent });
  const text = await answer.text();
  await desk.deployment.settled();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

const text = shopFile("    components: { api: { name: API } }\n");
const plan = (given: object, program?: Program) =>
  call("POST", "/configuration/plan", { configuration: given }, program);
const apply = (given: object, program?: Program, more?: object) =>
  call("POST", "/configuration/apply", { configuration: given }, program, more);

test("a program plans, applies, follows the job and finds nothing left to do", async () => {
  const planned = await plan({ text });
  expect(planned).toMatchObject({
    status: 200,
    body: {
      file: "infrastructure",
      exit_code: 2,
      errors: [],
      changes: [{ action: "create", page: "shop", key: "api" }],
    },
  });
  const begun = await apply({ text, expected_digest: planned.body.digest, ref: "3f2c1ab" });
  expect(begun).toMatchObject({ status: 202, body: { job: { state: "applying", total: 1, ref: "3f2c1ab" } } });
  await desk.ended(begun.body.job.id);
  const job = await call("GET", `/configuration/jobs/${begun.body.job.id}`);
  expect(job).toMatchObject({ status: 200, body: { state: "applied", done: 1, counts: { create: 1 }, refusals: [] } });
  expect(await plan({ text })).toMatchObject({ body: { exit_code: 0, changes: [] } });
  expect(await apply({ text })).toMatchObject({ status: 200, body: { job: null } });
});

test("the log says which file and commit it was", async () => {
  const begun = await apply({ text, ref: "3f2c1ab" });
  await desk.ended(begun.body.job.id);
  const rows = await desk.deployment.ctx().d1.prepare("SELECT action, request_id, after FROM audit_entry").bind().all();
  const told = (rows.results as { action: string; request_id: string; after: string }[]).map((row) => ({ ...row }));
  expect(told.find(({ action }) => action === "component.create")?.request_id).toBe("infrastructure@3f2c1ab");
  const end = told.find(({ action }) => action === "configuration.finish");
  expect(JSON.parse(end?.after ?? "{}")).toEqual({ name: "infrastructure@3f2c1ab", count: 1 });
});

test("a file that was read at home is the same as its text", async () => {
  const place = { line: 1, column: 1 };
  const thing = { noun: "component", key: "api", was: null, values: { name: "API" }, place };
  const document = { name: "infrastructure", pages: [{ slug: "shop", was: null, values: {}, things: [thing], place }] };
  const [one, other] = [await plan({ document }), await plan({ text })];
  expect(one.body.changes.map(({ line: _l, column: _c, ...rest }: { line: number; column: number }) => rest)).toEqual(
    other.body.changes.map(({ line: _l, column: _c, ...rest }: { line: number; column: number }) => rest),
  );
});

test("what stands in a document twice, on another page, or under a name of objects changes nothing", async () => {
  const thing = (more: object) => ({ noun: "component", key: "api", values: { name: "API" }, ...more });
  const page = (more: object) => ({ slug: "shop", values: {}, things: [], ...more });
  const sent = (...pages: object[]) => plan({ document: { name: "infrastructure", pages } });
  const mailer = thing({ noun: "mailer", values: { kind: "smtp" } });
  for (const pages of [
    [page({ things: [thing({}), thing({})] })],
    [page({}), page({})],
    [page({ things: [mailer] })],
    [page({ slug: "", things: [thing({})] })],
    [page({ slug: "", values: { name: "Mine" } })],
  ])
    expect((await sent(...pages)).status).toBe(422);
  const proto = JSON.parse('{ "__proto__": { "name": "x" }, "constructor": 1 }') as object;
  for (const values of [proto, { settings: proto }, { components: proto }, { order: "file", group: proto }])
    expect((await sent(page({ values, things: [thing({ values })] }))).status).toBeLessThan(500);
  expect(await plan({ text })).toMatchObject({ body: { changes: [{ action: "create", key: "api" }] } });
});

test("errors name line and column, and are not applied", async () => {
  const wrong = shopFile("    components: { api: { nmae: API } }\n");
  const planned = await plan({ text: wrong });
  expect(planned).toMatchObject({ status: 200, body: { exit_code: 1, errors: [{ line: 4 }] } });
  expect(planned.body.errors[0].message).toContain("name");
  const refused = await apply({ text: wrong });
  expect(refused).toMatchObject({ status: 422, body: { code: "file_errors" } });
  expect(Object.keys(refused.body.fields)[0]).toMatch(/^4:\d+$/);
});

test("a plan that lost the race is 409 with the new one", async () => {
  const { body } = await plan({ text });
  await call("POST", "/pages/shop/components", { component: { name: "API" } });
  const refused = await apply({ text, expected_digest: body.digest });
  expect(refused).toMatchObject({ status: 409, body: { code: "changed", current: { changes: [{ key: "api" }] } } });
  expect(refused.body.current.digest).not.toBe(body.digest);
});

test("tokens of other pages, lower roles and reading tokens apply nothing", async () => {
  expect((await apply({ text }, "stranger")).status).toBe(404);
  expect((await apply({ text }, "viewer")).status).toBe(403);
  expect((await apply({ text }, "owner, read-only")).status).toBe(403);
  expect((await apply({ text }, "visitor")).status).toBe(401);
  const elsewhere = text.replace("  shop:", "  other:");
  expect((await apply({ text: elsewhere })).status).toBe(404);
});

test("the same key is one job", async () => {
  const [one, again] = [
    await apply({ text }, "owner", { "idempotency-key": "once" }),
    await apply({ text }, "owner", { "idempotency-key": "once" }),
  ];
  expect(again.body.job.id).toBe(one.body.job.id);
});

test("what is exported, applied again, changes nothing", async () => {
  const made = await apply({ text });
  expect([made.status, made.body.code, made.body.detail]).toEqual([202, undefined, undefined]);
  await desk.ended(made.body.job.id);
  await call("POST", "/pages/shop/components", { component: { name: "By hand", description: "Made here" } });
  const { body } = await call("GET", "/pages/shop/configuration");
  expect(body.text).toContain("By hand");
  const planned = await plan({ text: body.text });
  expect(planned.body.errors).toEqual([]);
  const changes = planned.body.changes as { action: string }[];
  expect(changes.filter(({ action }) => action !== "adopt")).toEqual([]);
  const taken = await apply({ text: body.text });
  if (taken.body.job) await desk.ended(taken.body.job.id);
  expect((await plan({ text: body.text })).body).toMatchObject({ exit_code: 0 });
  expect((await call("GET", "/pages/shop/configuration")).body.text).toBe(body.text);
});

test("secrets are entered, listed by name and forgotten", async () => {
  const path = "/pages/shop/configuration/secrets";
  expect((await call("PUT", `${path}/ops-slack`, { secret: { value: "https://hooks.example.com/a" } })).status).toBe(
    204,
  );
  const listed = await call("GET", path);
  expect(listed.body).toMatchObject([{ name: "ops-slack" }]);
  expect(JSON.stringify(listed.body)).not.toContain("hooks.example.com");
  expect((await call("DELETE", `${path}/ops-slack`)).status).toBe(204);
  expect((await call("DELETE", `${path}/ops-slack`)).status).toBe(404);
  expect((await call("GET", path)).body).toEqual([]);
});
