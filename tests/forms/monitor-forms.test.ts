import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlertSignal } from "~/alerts/rules/signal";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Hook, startHook } from "../support/hook";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { nodeOutbound } from "../support/outbound";
import { keepSignals } from "../support/own-alerts";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let responder: Browser;
let viewer: Browser;
let target: Hook;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  target = await startHook();
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  admin = await browserOf(deployment, "admin");
  responder = await browserOf(deployment, "responder");
  viewer = await browserOf(deployment, "viewer");
});
afterAll(async () => {
  await target.close();
  await deployment.close();
});

const home = "/manage/acme/monitors";
const fields = (over: Record<string, string> = {}) => ({
  form: "monitor",
  kind: "http",
  name: "Shop front",
  "settings.url": `${target.url}/health`,
  interval: "5",
  timeoutSeconds: "8",
  retries: "0",
  inARow: "2",
  degradedAboveMs: "",
  slowerThanUsual: "",
  mode: "draft",
  hold: "120",
  resolveAfter: "300",
  dependsOn: "",
  tags: "shop, eu, shop",
  ...over,
});
const tick = () => {
  deployment.clock.now += 1000;
};
const make = (over: Record<string, string> = {}) => {
  tick();
  return admin.post(`${home}/new?kind=${over.kind ?? "http"}`, fields(over));
};
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
const made = async (over: Record<string, string> = {}) => placeOf(await make(over));
const textOf = async (browser: Browser, path: string) => (await browser.go(path)).text();

/** Which of these words the answer does not have: a failure is then one line. */
const missingIn = (text: string, words: string[]): string[] => words.filter((word) => !text.includes(word));
const foundIn = (text: string, words: string[]): string[] => words.filter((word) => text.includes(word));

test("a wrong form comes back with what was typed, the message beside the field and the focus on the first", async () => {
  const answer = await make({
    name: "Typed name",
    "settings.url": "not an address",
    hold: "soon",
    "region-weur": "on",
  });
  const text = await answer.text();
  expect([answer.status, text.includes('value="Typed name"'), text.includes('value="soon"')]).toEqual([
    422,
    true,
    true,
  ]);
  expect(text).toMatch(/id="monitor-hold-error"[^>]*>[^<]*number/);
  expect(text).toMatch(/name="region-weur"[^>]*checked/);
  expect(text).toMatch(/href="#monitor-hold"[^>]*>Wait before opening \(seconds\): [^<]*number/);
  const address = await (await make({ "settings.url": "not an address" })).text();
  expect(address).toMatch(/href="#monitor-settings-url"[^>]*>URL: .*id="monitor-settings-url-error"/s);
  expect(address.match(/autofocus/gi)).toHaveLength(1);
  expect(address).toMatch(/id="monitor-settings-url"[^>]*autofocus/i);
});

test("a private address or name is refused with the setting that lifts it", async () => {
  for (const url of ["http://10.0.0.5/", "http://nas.lan/", "http://[fd00::1]/"]) {
    const answer = await make({ "settings.url": url });
    const text = await answer.text();
    expect([url, answer.status, text.includes("UPFRONT_NETWORK_ALLOW")]).toEqual([url, 422, true]);
  }
});

test("the choice of a kind leads to its form; an unknown one is offered the choice", async () => {
  expect(await textOf(admin, `${home}/new`)).toMatch(/\?kind=http[\s\S]*\?kind=tcp/);
  expect(await textOf(admin, `${home}/new?kind=tcp`)).toContain("settings.port");
  expect(await textOf(admin, `${home}/new?kind=gopher`)).toContain("?kind=tcp");
});

test("a vendor is found by its name and fills in the form, all by the address", async () => {
  const all = await textOf(admin, `${home}/new?kind=vendor`);
  expect(all.match(/kind=vendor&amp;preset=/g)?.length).toBeGreaterThanOrEqual(40);
  const found = await textOf(admin, `${home}/new?kind=vendor&find=hub`);
  expect([...found.matchAll(/preset=(\w+)/g)].map(([, name]) => name)).toEqual(["HubSpot", "GitHub"]);
  expect(await textOf(admin, `${home}/new?kind=vendor&find=nobody`)).toContain("No results. Enter the URL below.");
  const filled = await textOf(admin, `${home}/new?kind=vendor&preset=Microsoft+Azure`);
  expect(filled).toMatch(/name="name"[^>]*value="Microsoft Azure"/);
  expect(filled).toMatch(/name="settings.url"[^>]*value="https:\/\/azure.status.microsoft\/en-us\/status\/feed\/"/);
  expect(filled).toMatch(/value="feed"[^>]*(?:selected|checked)|(?:selected|checked)[^>]*value="feed"/);
  expect(filled).toContain("URL source: ");
  expect(await textOf(admin, `${home}/new?kind=tcp`)).not.toContain("Well-known vendors");
});

test("a monitor is made, listed with what the plan carries, and changed from the version that was read", async () => {
  const [component = ""] = stage.components;
  const here = await made({ [`components.${component}`]: "partial_outage", "region-weur": "on", chartShown: "on" });
  expect(here).toMatch(/^\/manage\/acme\/monitors\/\w+$/);
  const list = await textOf(viewer, home);
  const shown = ["Shop front", ">New<", "checks per minute used", ">eu<", "no result yet"];
  expect(missingIn(list, shown)).toEqual([]);
  expect(foundIn(list, ['type="checkbox"', 'name="deed"', "New monitor"])).toEqual([]);
  const form = await textOf(admin, here);
  expect(form).toMatch(/name="region-weur"[^>]*checked/);
  expect(
    missingIn(form, ['value="shop, eu"', "Check now", "Clone", "Delete the monitor", "Mute this monitor"]),
  ).toEqual([]);
  expect(foundIn(await textOf(viewer, here), ["Check now", "Pause", "Delete", "settings.url", "Mute"])).toEqual([]);
  const responders = await textOf(responder, here);
  expect(missingIn(responders, ["Check now", "Mute this monitor"])).toEqual([]);
  expect(foundIn(responders, ["Pause", "Delete", "settings.url", "Clone"])).toEqual([]);
  const change = { version: "0", name: "Shop" };
  tick();
  expect((await admin.post(here, fields(change))).status).toBe(303);
  const late = await admin.post(here, fields({ ...change, name: "Mine" }));
  const text = await late.text();
  expect([late.status, text.includes("Mine"), text.includes("Shop")]).toEqual([409, true, true]);
  const unsure = await admin.post(here, { form: "delete", version: "1" });
  expect([unsure.status, (await unsure.text()).includes("Tick the box")]).toEqual([422, true]);
  tick();
  const gone = await admin.post(here, { form: "delete", version: "1", sure: "on" });
  expect([gone.status, placeOf(gone), (await admin.go(here)).status]).toEqual([303, home, 404]);
});

test("checked now, each step stands in the answer and nothing else changes", async () => {
  const here = await made();
  target.answer(() => ({ status: 503, text: "<b>broken</b>" }));
  const answer = await responder.post(here, { form: "check" });
  const text = await answer.text();
  expect([answer.status, text.includes("Checked just now"), text.includes("503")]).toEqual([200, true, true]);
  const shown = await textOf(viewer, here);
  expect(missingIn(shown, ["No result yet", "Measured from: a Cloudflare data centre"])).toEqual([]);
  expect((await viewer.post(here, { form: "check" })).status).toBe(403);
});

test("the address that it calls is not shown with its secrets, and stays through a form that sends the dots back", async () => {
  const secret = { "settings.auth": "bearer", "settings.token": "hush-hush" };
  const here = await made(secret);
  for (const who of [admin, responder, viewer]) expect(foundIn(await textOf(who, here), ["hush-hush"])).toEqual([]);
  tick();
  expect((await admin.post(here, fields({ ...secret, "settings.token": "••••••••", version: "0" }))).status).toBe(303);
  target.answer(({ headers }) => ({ status: headers.authorization === "Bearer hush-hush" ? 200 : 401 }));
  const answer = await (await responder.post(here, { form: "check" })).text();
  expect([missingIn(answer, ["Checked just now", "It answered 200."]), foundIn(answer, ["hush-hush"])]).toEqual([
    [],
    [],
  ]);
});

test("a clone has all of it but the name; its secrets are asked for again, and shown to nobody", async () => {
  const first = await made({ "settings.auth": "bearer", "settings.token": "hush-hush", interval: "15", hold: "77" });
  const from = `${home}/new?from=${first.split("/").at(-1)}`;
  const form = await textOf(admin, from);
  expect(missingIn(form, ['value="Shop front (copy)"', 'value="77"', "••••••••", "?from="])).toEqual([]);
  expect(form).not.toContain("hush-hush");
  tick();
  const sent = { "settings.auth": "bearer", "settings.token": "••••••••", name: "Copy" };
  const id = first.split("/").at(-1) ?? "";
  const asked = await admin.post(from, fields({ ...sent, from: id }));
  expect([asked.status, (await asked.text()).includes("Secrets aren’t copied: enter this again")]).toEqual([422, true]);
  tick();
  const typed = { ...sent, "settings.token": "hush-hush" };
  const copy = placeOf(await admin.post(from, fields({ ...typed, from: id })));
  target.answer(({ headers }) => ({ status: headers.authorization === "Bearer hush-hush" ? 200 : 401 }));
  expect(await (await responder.post(copy, { form: "check" })).text()).toContain("It answered 200.");
  expect((await admin.go(`${home}/new?from=nobody`)).status).toBe(404);
});

test("paused, resumed, muted and unmuted from its page, each by who may", async () => {
  const here = await made();
  tick();
  expect((await responder.post(here, { form: "pause", version: "0" })).status).toBe(403);
  expect(placeOf(await admin.post(here, { form: "pause", version: "0" }))).toBe(here);
  expect(missingIn(await textOf(viewer, home), [">Paused<"])).toEqual([]);
  expect(missingIn(await textOf(viewer, here), ["None while paused"])).toEqual([]);
  tick();
  const late = await admin.post(here, { form: "resume", version: "0" });
  expect([late.status, (await late.text()).includes("Continue anyway")]).toEqual([409, true]);
  expect(placeOf(await admin.post(here, { form: "resume", version: "1" }))).toBe(here);
  tick();
  const wrong = await responder.post(here, { form: "mute", intent: "mute", minutes: "0" });
  expect([wrong.status, (await wrong.text()).includes("Enter at least 1 minute")]).toEqual([422, true]);
  expect((await responder.post(here, { form: "mute", intent: "mute", minutes: "60", reason: "Deploy" })).status).toBe(
    303,
  );
  for (const place of [home, here]) expect(missingIn(await textOf(viewer, place), [">Muted<"])).toEqual([]);
  tick();
  expect((await responder.post(here, { form: "unmute", intent: "unmute" })).status).toBe(303);
  expect(foundIn(await textOf(viewer, here), [">Muted<"])).toEqual([]);
  expect((await viewer.post(here, { form: "mute", intent: "mute", minutes: "60" })).status).toBe(403);
});

test("what it depends on stands on its page; nothing may depend on itself in a circle", async () => {
  const above = await made({ name: "Core router" });
  const idOf = (here: string) => here.split("/").at(-1) ?? "";
  const here = await made({ name: "Below", dependsOn: idOf(above) });
  expect(missingIn(await textOf(viewer, here), ["depends on", `href="${above}">Core router`])).toEqual([]);
  expect(await textOf(viewer, here)).toContain("Waiting for 2 consecutive results.");
  tick();
  const circle = await admin.post(above, fields({ name: "Core router", dependsOn: idOf(here), version: "0" }));
  expect([circle.status, /id="monitor-dependsOn-error"/.test(await circle.text())]).toEqual([422, true]);
});

test("a form that was opened before there were places to agree and agents still saves, and keeps what is there", async () => {
  const here = await made({ "region-weur": "on", agree: "2", agentId: "", degradedAboveMs: "900" });
  const { degradedAboveMs: _slow, ...older } = fields({ name: "Older form", version: "0", "region-weur": "on" });
  tick();
  expect((await admin.post(here, older)).status).toBe(303);
  const text = await textOf(admin, here);
  expect(text).toContain("Older form");
  expect(text).toMatch(/name="agree"[^>]*value="2"/);
  expect(text).toMatch(/name="degradedAboveMs"[^>]*value="900"/);
});

test("many at once: what is ticked is changed, and what is refused comes back ticked", async () => {
  const ids = [await made({ name: "One" }), await made({ name: "Two" })].map((here) => here.split("/").at(-1) ?? "");
  const ticks = Object.fromEntries(ids.map((id) => [`monitor-${id}`, "on"]));
  const bulk = (over: Record<string, string>) => {
    tick();
    return admin.post(home, { form: "bulk", deed: "add_tag", tag: "night", ...over });
  };
  const none = await bulk({});
  expect([none.status, (await none.text()).includes("Select at least one")]).toEqual([422, true]);
  const undecided = await bulk({ ...ticks, deed: "" });
  const text = await undecided.text();
  expect([
    undecided.status,
    text.includes("Choose an action"),
    text.match(/defaultChecked|checked=""/g)?.length,
  ]).toEqual([422, true, 2]);
  const wrong = await (await bulk({ ...ticks, deed: "set_interval", interval: "7" })).text();
  expect(wrong).toMatch(/id="bulk-interval-error"[^>]*>[^<]*(?:Choose one|minutes)/);
  expect(wrong).toMatch(/<details name="bulk-actions" open=""><summary[^>]*>Interval/);
  expect(placeOf(await bulk(ticks))).toBe(home);
  const tagged = await textOf(viewer, `${home}?tag=night`);
  expect([missingIn(tagged, [">One<", ">Two<"]), foundIn(tagged, [">Shop front<"])]).toEqual([[], []]);
  expect((await bulk({ ...ticks, deed: "pause" })).status).toBe(303);
  const paused = await textOf(viewer, `${home}?state=paused&text=tw`);
  expect([missingIn(paused, [">Two<"]), foundIn(paused, [">One<"])]).toEqual([[], []]);
  const asked = await bulk({ ...ticks, deed: "delete" });
  expect(asked.status).toBe(200);
  expect(await asked.text()).toMatch(/name="deed" value="delete_sure"/);
  expect((await responder.post(home, { form: "bulk", deed: "delete_sure", ...ticks })).status).toBe(403);
  expect((await responder.post(home, { form: "bulk", deed: "pause", ...ticks })).status).toBe(403);
  expect(missingIn(await textOf(viewer, `${home}?text=nothing-like-it`), ["No monitors found", "Show all"])).toEqual(
    [],
  );
  expect(missingIn(await textOf(viewer, `${home}?state=strange&after=x`), [">One<"])).toEqual([]);
  expect((await bulk({ ...ticks, deed: "delete_sure" })).status).toBe(303);
  expect(foundIn(await textOf(viewer, home), [">One<", ">Two<"])).toEqual([]);
});

test("what fires stands on its page, and who only looks has nothing to press", async () => {
  const here = await made();
  const sourceId = here.split("/").at(-1) ?? "";
  const ctx = deployment.ctx({ kind: "machine", id: "tick" });
  const signal = {
    key: "down",
    status: "firing",
    title: "Shop is down",
    severity: "critical",
    startedAt: ctx.now(),
  } as const;
  await keepSignals(ctx, { pageId: stage.id, said: [{ sourceId, signals: [makeAlertSignal(signal)] }] });
  expect(missingIn(await textOf(responder, here), ["Shop is down", ">Firing<", "Acknowledge Shop is down"])).toEqual(
    [],
  );
  const viewers = await textOf(viewer, here);
  expect([missingIn(viewers, ["Shop is down"]), foundIn(viewers, ["Acknowledge", "Dismiss"])]).toEqual([[], []]);
});

test("another page's monitor is not there", async () => {
  const other = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "other");
  expect((await admin.go(`${home}/${other.monitor}`)).status).toBe(404);
  expect((await admin.post(`${home}/${other.monitor}`, { form: "check" })).status).toBe(404);
  expect((await admin.go(`${home}/${stage.monitor}`)).status).toBe(200);
});
