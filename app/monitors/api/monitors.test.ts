import { expect, test } from "vitest";
import { monitorEvidenceTable } from "~/db/schema";
import { englishSentence, englishText } from "~/failures/refusal";
import { secretMask } from "~/fields/secret";
import { handleRestApi } from "~/rest-api";
import { hush } from "../../../tests/support/monitors";
import { deskOfFile } from "../../../tests/support/of-file";
import { put } from "../../../tests/support/scenario";

/** A deployment on the Free plan without Durable Objects: ten checks a minute. */
const desk = deskOfFile();

type Role = "viewer" | "admin" | "owner";

async function call(method: string, path: string, body?: unknown, more: { role?: Role; headers?: object } = {}) {
  const { role = "owner" } = more;
  const program = { id: "t1", personId: "founder", role, readOnly: false, operator: true };
  const ctx = desk.deployment.ctx({ kind: "token", ...program });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json", ...more.headers };
  const request = new Request(`http://localhost:8787/api/v1/pages/acme${path}`, { method, headers, ...sent });
  const response = await handleRestApi(request, ctx);
  await desk.deployment.settled();
  desk.deployment.clock.now += 1000;
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}

const settings = { url: "https://shop.example.com/health", auth: "bearer", token: hush };
const given = (over: object = {}) => ({ monitor: { kind: "http", name: "Shop", interval: 60, settings, ...over } });
let id = "";

test("a monitor is made with what was given, and shown without its secret", async () => {
  const components = { [desk.components[0]]: "partial_outage" };
  const more = {
    timeout_seconds: "5",
    in_a_row: 3,
    degraded_above_ms: 900,
    regions: ["weur"],
    tags: ["eu"],
    slower_than_usual: 2.5,
  };
  const rule = { components, mode: "publish", hold: 60, resolve_after: 0, chart_shown: false };
  const made = await call("POST", "/monitors", given({ ...more, ...rule }));
  expect([made.status, made.headers.get("etag")]).toEqual([201, '"0"']);
  expect(made.body).toMatchObject({
    kind: "http",
    name: "Shop",
    target: "shop.example.com/health",
    state: "new",
    interval: 60,
    ...more,
    timeout_seconds: 5,
    ...rule,
    usual_ms: null,
    depends_on: null,
    opinions: [],
    last_check_at: null,
    code: "",
    settings: { ...settings, token: secretMask },
    uptime: { day: null, week: null, month: null, quarter: null },
  });
  id = made.body.id;
  expect((await call("GET", `/monitors/${id}`)).body).toEqual(made.body);
  const seen = await call("GET", `/monitors/${id}`, undefined, { role: "viewer" });
  expect(seen.body).toEqual({ ...made.body, settings: {} });
});

test.each([
  [given({ interval: 4 }), "interval"],
  [given({ in_a_row: 9 }), "in_a_row"],
  [given({ slower_than_usual: 1.2 }), "slower_than_usual"],
  [given({ settings: { url: "http://10.0.0.1" } }), "settings.url"],
  [given({ depends_on: "nobody" }), "depends_on"],
  [given({ colour: "red" }), "colour"],
  [given({ clone_of: "nobody" }), "clone_of"],
])("%j is refused and names the field", async (body, field) => {
  const answer = await call("POST", "/monitors", body);
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
});

test("more than the plan carries is refused by its code", async () => {
  for (let count = 0; count < 9; count++) {
    expect((await call("POST", "/monitors", given({ name: `Fill ${count}`, interval: 1 }))).status).toBe(201);
  }
  const over = await call("POST", "/monitors", given({ interval: 1 }));
  expect([over.status, over.body.code]).toEqual([422, "over_plan_budget"]);
  expect(over.body.fields.interval).toContain("10 checks per minute");
});

test("a change compares versions; a lost race shows the present as it is read", async () => {
  const ifMatch = (version: number) => ({ headers: { "if-match": `"${version}"` } });
  const changed = await call("PATCH", `/monitors/${id}`, { monitor: { name: "Till" } }, ifMatch(0));
  expect([changed.status, changed.body.name, changed.headers.get("etag")]).toEqual([200, "Till", '"1"']);
  const late = await call("PATCH", `/monitors/${id}`, { monitor: { name: "Late" } }, ifMatch(0));
  expect([late.status, late.body.current]).toEqual([409, changed.body]);
  expect(JSON.stringify(late.body)).not.toContain(hush);
  const off = await call("PATCH", `/monitors/${id}`, { monitor: { slower_than_usual: null } });
  expect([off.status, off.body.slower_than_usual, off.body.degraded_above_ms]).toEqual([200, null, 900]);
});

test("what checks saw that found it down, with the certificate; of nobody’s monitor nothing", async () => {
  const none = await call("GET", `/monitors/${id}/evidence`, undefined, { role: "viewer" });
  expect([none.status, none.body]).toEqual([200, []]);
  const at = Date.parse("2026-11-20T12:00:00Z");
  const certificate = {
    subject: "CN=shop",
    names: ["shop.example.com"],
    issuer: "CN=Ours",
    serial: "0A",
    fingerprint: "AB:CD",
  };
  const first = {
    ...{
      code: "expired",
      detail: englishSentence("The certificate expired on {{date}}.", { date: "2026-11-19" }),
      milliseconds: 12,
    },
    steps: [{ title: englishSentence("Certificate"), ok: false, detail: englishSentence("It came.") }],
    seenAt: at + 60_000,
    certificate: { ...certificate, validFrom: at - 86_400_000, validTo: at },
  };
  const row = { monitorId: id, at, pageId: desk.pageId, first, last: null };
  await put(desk.deployment, monitorEvidenceTable, [row]);
  const { body } = await call("GET", `/monitors/${id}/evidence`, undefined, { role: "viewer" });
  expect(body).toEqual([
    {
      down_since: "2026-11-20T12:00:00.000Z",
      first: {
        seen_at: "2026-11-20T12:01:00.000Z",
        code: "expired",
        detail: "The certificate expired on 2026-11-19.",
        milliseconds: 12,
        steps: [{ title: "Certificate", ok: false, detail: "It came." }],
        answer: null,
        certificate: { ...certificate, valid_from: "2026-11-19T12:00:00.000Z", valid_to: "2026-11-20T12:00:00.000Z" },
      },
      last: null,
    },
  ]);
  expect((await call("GET", "/monitors/nobody/evidence")).status).toBe(404);
});

test("what was kept before a secret was known by its name is struck out when it is shown", async () => {
  const seen = {
    ...{
      code: "json",
      detail: englishSentence("It said {{text}}.", { text: '{"accessKey":"hush1"}' }),
      milliseconds: 1,
    },
    steps: [{ title: englishSentence("JSON"), ok: false, detail: englishText("AccountKey=hush2;") }],
    seenAt: 1,
    answer: {
      status: 500,
      headers: [
        ["X-License-Key", "hush3"],
        ["Server", "shop"],
      ] as [string, string][],
      body: '{"pin":4711,"error":"late"}',
    },
  };
  await put(desk.deployment, monitorEvidenceTable, [
    { monitorId: id, at: 1, pageId: desk.pageId, first: seen, last: seen },
  ]);
  const { body } = await call("GET", `/monitors/${id}/evidence`, undefined, { role: "viewer" });
  const shown = body.find((each: { down_since: string }) => each.down_since.startsWith("1970"));
  expect(JSON.stringify(shown)).not.toMatch(/hush|4711/);
  expect(shown.first.answer).toMatchObject({ headers: "X-License-Key: ••••\nServer: shop", status: 500 });
  expect([shown.first.answer.body, shown.last.detail]).toEqual([
    '{"pin":••••,"error":"late"}',
    'It said {"accessKey":"••••"}.',
  ]);
});

test("pause, resume, check, results and the end", async () => {
  const paused = await call("POST", `/monitors/${id}/pause`);
  expect(paused.body).toMatchObject({ state: "paused", next_check_at: null });
  expect((await call("POST", `/monitors/${id}/resume`)).body.state).toBe("no_data");
  const checked = await call("POST", `/monitors/${id}/check`);
  expect([checked.status, checked.body.verdict, checked.body.code]).toEqual([200, "down", "no_network"]);
  const day = await call("GET", `/monitors/${id}/results`);
  expect([day.body.step_seconds, day.body.points.length]).toEqual([3600, 24]);
  const quarter = await call("GET", `/monitors/${id}/results?range=quarter`);
  expect(quarter.body.points).toHaveLength(90);
  expect((await call("GET", `/monitors/${id}/results?range=age`)).status).toBe(422);
  const gone = await call("DELETE", `/monitors/${id}`);
  expect([gone.status, gone.body]).toEqual([200, { left_unwatched: [desk.components[0]] }]);
  expect((await call("GET", `/monitors/${id}`)).status).toBe(404);
});

test("six checks of now a minute, then 429", async () => {
  const { body } = await call("GET", "/monitors?q=fill%200");
  const [first] = body as { id: string }[];
  const statuses: number[] = [];
  for (let count = 0; count < 7; count++) statuses.push((await call("POST", `/monitors/${first?.id}/check`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test("a list is asked by tag, state and name, and goes on by Link", async () => {
  for (let count = 0; count < 45; count++) {
    await call("POST", "/monitors", given({ name: `List ${count}`, tags: count < 2 ? ["two"] : [] }));
  }
  const first = await call("GET", "/monitors");
  expect(first.body).toHaveLength(50);
  const next = /<[^>]*\/pages\/acme(\/monitors\?[^>]*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const rest = await call("GET", next);
  expect([rest.body.length, rest.headers.get("link")]).toEqual([4, null]);
  const ids = new Set([...first.body, ...rest.body].map((each: { id: string }) => each.id));
  expect(ids.size).toBe(54);
  expect((await call("GET", "/monitors?tag=two")).body).toHaveLength(2);
  expect((await call("GET", "/monitors?state=paused")).body).toEqual([]);
  expect((await call("GET", "/monitors?state=well")).status).toBe(422);
});
