import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** An agent from its form to its end, as an admin without script goes. */
let deployment: TestDeployment;
let admin: Browser;
let viewer: Browser;
beforeAll(async () => {
  ({ deployment } = await openStaged());
  admin = await browserOf(deployment, "admin");
  viewer = await browserOf(deployment, "viewer");
});
afterAll(() => deployment.close());

const home = "/manage/acme";
const post = (path: string, fields: Record<string, string>, browser = admin) => {
  deployment.clock.now += 1000;
  return browser.post(`${home}${path}`, fields);
};
const read = async (path: string, browser = admin) => (await browser.go(`${home}${path}`)).text();
const placeOf = (answer: Response) =>
  new URL(answer.headers.get("location") ?? "", "http://localhost").pathname.slice(home.length);

const versionOf = async (path: string) => /name="version" value="(\d+)"/.exec(await read(path))?.[1] ?? "";
const monitorFields = (over: Record<string, string>) => ({
  ...{ form: "monitor", name: "Printer", interval: "1", timeoutSeconds: "8", retries: "0", inARow: "2" },
  ...{ degradedAboveMs: "", mode: "draft", hold: "120", resolveAfter: "300", dependsOn: "", tags: "", ...over },
});

test("made, given a secret that is shown once, offered to monitors, and deleted once it checks nothing", async () => {
  expect(await read("/monitors/new?kind=ping")).toContain("create an agent</a> first");
  const here = placeOf(await post("/agents/new", { form: "agent", name: "Office network", every: "5" }));
  expect(await read(here)).toContain("Waiting for its first report");
  const shown = await (await post(here, { form: "secret", version: await versionOf(here) })).text();
  const [secret = ""] = /whsec_[A-Za-z0-9+/]{43}=/.exec(shown) ?? [];
  expect(secret).not.toBe("");
  expect(shown).toContain(`UPFRONT_AGENT_SECRET=${secret}`);
  expect(await read(here)).not.toContain(secret);

  const id = here.split("/").at(-1) ?? "";
  expect(await read("/monitors/new?kind=ping")).toContain(`<option value="${id}" selected="">Office network</option>`);
  const refused = await post(
    "/monitors/new?kind=ping",
    monitorFields({ kind: "ping", "settings.host": "10.0.0.7", agentId: "" }),
  );
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Choose the agent that reports for this monitor.");
  const given = monitorFields({ kind: "ping", "settings.host": "10.0.0.7", agentId: id });
  const monitor = placeOf(await post("/monitors/new?kind=ping", given));
  const page = await read(monitor);
  expect(page).toContain(`href="${home}${here}">Office network</a>`);
  expect(page).not.toContain("Measured from");
  expect(await read(here)).toContain("Printer");

  const busy = await post(here, { form: "delete", sure: "on", version: await versionOf(here) });
  expect(busy.status).toBe(409);
  expect(await busy.text()).toContain("It still checks monitors.");
  await post(monitor, { form: "delete", sure: "on", version: await versionOf(monitor) });
  const heartbeat = `/heartbeats/${id}`;
  const kept = await post(heartbeat, { form: "delete", sure: "on", version: await versionOf(heartbeat) });
  expect(await kept.text()).toContain("This heartbeat belongs to an agent.");
  expect((await post(here, { form: "delete", sure: "on", version: await versionOf(here) })).status).toBe(303);
  expect((await admin.go(`${home}${here}`)).status).toBe(404);
  expect((await admin.go(`${home}${heartbeat}`)).status).toBe(404);
});

test("a viewer sees whether it reports, and nothing to press; a clock that is wrong and a twin are said", async () => {
  const here = placeOf(await post("/agents/new", { form: "agent", name: "Warehouse", every: "1" }));
  const id = here.split("/").at(-1) ?? "";
  const { d1, now } = deployment.ctx();
  await d1.prepare("UPDATE agent SET skew_ms = 7200000, doubled_at = ?1 WHERE id = ?2").bind(now(), id).run();
  const seen = await read(here, viewer);
  expect(seen).toContain("Its clock is 120 minutes behind.");
  expect(seen).toContain("Two programs use this secret");
  expect(seen).not.toContain("Create secret");
  expect(seen).not.toContain("Delete agent");
  expect((await post(here, { form: "secret", version: "0" }, viewer)).status).toBe(403);
  expect(await read("/agents", viewer)).toContain("Warehouse");
});

test("one that an agent checks asks no other place: its form says so and offers none, and a choice of some is refused", async () => {
  const id =
    placeOf(await post("/agents/new", { form: "agent", name: "Factory", every: "1" }))
      .split("/")
      .at(-1) ?? "";
  const [says, refusal] = ["An agent’s results aren’t confirmed", "Agents can’t be combined with other locations"];
  const reported = await read("/monitors/new?kind=push");
  expect([reported.includes(says), /name="(?:region|continent)-|name="agree"/.test(reported)]).toEqual([true, false]);
  expect(reported, "what comes by itself is neither waited for nor asked again").not.toMatch(
    /name="(timeoutSeconds|retries)"/,
  );
  const either = await read("/monitors/new?kind=http");
  expect([either.includes(says), /name="region-weur"/.test(either)]).toEqual([true, true]);
  const http = { kind: "http", "settings.url": "http://10.0.0.8/", agentId: id };
  for (const [name, value, field] of [
    ["region-weur", "on", "regions"],
    ["continent-EU", "on", "continents"],
    ["agree", "2", "agree"],
  ] as const) {
    const refused = await post("/monitors/new?kind=http", monitorFields({ ...http, [name]: value }));
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringMatching(new RegExp(`id="monitor-${field}-error"[^>]*>[^<]*${refusal}`)),
    ]);
  }
  const here = placeOf(await post("/monitors/new?kind=http", monitorFields(http)));
  const text = await read(here);
  expect([text.includes(says), /name="(?:region|continent)-|name="agree"/.test(text)]).toEqual([true, false]);
  const clone = await read(`/monitors/new?kind=http&from=${here.split("/").at(-1)}`);
  expect(/name="region-weur"/.test(clone)).toBe(false);
});

test("one that moves to an agent forgets its other places, unless somebody asks for some, which is refused", async () => {
  const id =
    placeOf(await post("/agents/new", { form: "agent", name: "Depot", every: "1" }))
      .split("/")
      .at(-1) ?? "";
  const typed = { kind: "http", "settings.url": "https://example.com/", "region-weur": "on", agree: "2" };
  const here = placeOf(await post("/monitors/new?kind=http", monitorFields({ ...typed, agentId: "" })));
  const { d1 } = deployment.ctx();
  const places = () =>
    d1.prepare("SELECT regions, agree, agent_id FROM monitor WHERE id = ?1").bind(here.split("/").at(-1)).first();
  expect(await places()).toEqual({ regions: '["weur"]', agree: 2, agent_id: null });
  const version = await versionOf(here);
  const both = await post(here, monitorFields({ ...typed, agentId: id, version }));
  expect(both.status).toBe(422);
  const { kind: _kind, "region-weur": _region, agree: _agree, ...less } = typed;
  expect((await post(here, monitorFields({ ...less, agentId: id, version }))).status).toBe(303);
  expect(await places()).toEqual({ regions: "[]", agree: null, agent_id: id });
});

test("what an agent does not do is said where it is chosen, and refused beside its field", async () => {
  const [, id = ""] = placeOf(await post("/agents/new", { form: "agent", name: "Cellar", every: "1" })).split(
    "/agents/",
  );
  const form = await read("/monitors/new?kind=dns");
  expect(form).toContain("It uses the DNS servers there, without DNSSEC");
  const [http, dns] = [
    { kind: "http", "settings.url": "http://10.0.0.8/" },
    { kind: "dns", "settings.name": "printer.lan" },
  ];
  const token = "GET http://10.0.0.8/token\n> token = ";
  for (const [field, fields] of [
    ["dnssec", { ...dns, "settings.dnssec": "yes" }],
    ["resolver", { ...dns, "settings.resolver": "https://dns.example/dns-query" }],
  ] as const) {
    const given = monitorFields({ ...fields, agentId: id });
    const refused = await post(`/monitors/new?kind=${fields.kind}`, given);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringMatching(new RegExp(`id="monitor-settings-${field}-error"[^>]*>[^<]*Agents don’t support this`)),
    ]);
  }
  const paths = { "settings.earlier": `${token}$.list[?@.a == 'b'].token`, "settings.jsonPath": "$..state" };
  const made = await post("/monitors/new?kind=http", monitorFields({ ...http, ...paths, agentId: id }));
  expect(made.status).toBe(303);
});
