import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Hook, startHook } from "../support/hook";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { nodeOutbound } from "../support/outbound";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let viewer: Browser;
let hook: Hook;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  hook = await startHook();
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  [admin, viewer] = [await browserOf(deployment, "admin"), await browserOf(deployment, "viewer")];
});
afterAll(async () => {
  await hook.close();
  await deployment.close();
});

const home = "/manage/acme/channels";
const fields = (over: Record<string, string> = {}) => ({
  form: "channel",
  kind: "slack",
  name: "Ops",
  "settings.url": "https://hooks.slack.com/services/T/B/s3cret",
  "event-draft_opened": "on",
  minimumSeverity: "error",
  ...over,
});
const make = (over: Record<string, string> = {}) =>
  admin.post(`${home}/new?kind=${over.kind ?? "slack"}`, fields(over));
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
const textOf = async (browser: Browser, path: string) => (await browser.go(path)).text();

test("a wrong form comes back with what was typed and a message beside the field", async () => {
  const answer = await make({ "settings.url": "https://hooks.slack.internal/x", name: "Typed name" });
  const text = await answer.text();
  expect([answer.status, text.includes('value="Typed name"')]).toEqual([422, true]);
  expect(text).toMatch(/id="channel-settings-url-error"[^>]*>[^<]*private network/);
  const { "event-draft_opened": _none, ...without } = fields();
  const none = await admin.post(`${home}/new?kind=slack`, without);
  expect(await none.text()).toContain("Choose at least one.");
});

test("a channel is made, its address shown to nobody again, and changed from the version that was read", async () => {
  const here = placeOf(await make());
  expect(here).toMatch(/^\/manage\/acme\/channels\/\w+$/);
  for (const browser of [admin, viewer]) expect(await textOf(browser, here)).not.toContain("s3cret");
  expect(await textOf(admin, here)).toContain("••••••••");
  expect(await textOf(viewer, here)).not.toMatch(/Send a test|settings\.url|Delete/);
  const change = { version: "0", "settings.url": "••••••••", name: "Operations" };
  expect((await admin.post(here, fields(change))).status).toBe(303);
  const late = await admin.post(here, fields({ ...change, name: "Mine" }));
  const text = await late.text();
  expect([late.status, text.includes("Operations"), text.includes("Mine")]).toEqual([409, true, true]);
  const unsure = await admin.post(here, { form: "delete", version: "1" });
  expect([unsure.status, (await unsure.text()).includes("Tick the box")]).toEqual([422, true]);
  const lateDelete = await admin.post(here, { form: "delete", version: "0", sure: "on" });
  expect([lateDelete.status, (await lateDelete.text()).includes("Continue anyway")]).toEqual([409, true]);
  const gone = await admin.post(here, { form: "delete", version: "1", sure: "on" });
  expect([gone.status, placeOf(gone)]).toEqual([303, home]);
});

test("a secret is shown once, and again only to the same form; a test stands with its answer; paused and on again", async () => {
  const webhook = { kind: "webhook", "settings.url": `${hook.url}/x`, nonce: "01kfw3m9y80000000000000000" };
  const [first, again] = [await (await make(webhook)).text(), await (await make(webhook)).text()];
  const secret = /whsec_[\w+/]+=/.exec(first)?.[0] ?? "";
  expect([secret.length > 40, again.includes(secret)]).toEqual([true, true]);
  const here = /\/manage\/acme\/channels\/\w{20,}/.exec(first)?.[0] ?? "";
  hook.answer(() => ({ status: 500, text: "<b>broken</b>" }));
  const failed = await admin.post(here, { form: "test" });
  expect([failed.status, await failed.text()]).toEqual([
    200,
    expect.stringMatching(/role="alert".*The test failed\. The receiver answered 500: &lt;b&gt;broken/s),
  ]);
  const shown = await textOf(viewer, here);
  expect(shown).toContain("answered 500");
  expect(shown).toContain("&lt;b&gt;broken&lt;/b&gt;");
  expect(shown).not.toContain("Send again");
  hook.answer(() => ({ status: 200, text: "fine" }));
  deployment.clock.now += 1000;
  expect((await admin.post(here, { form: "test" })).headers.get("location")).toBe(
    `${here}?done=channel-tested#deliveries`,
  );
  const rotated = await admin.post(here, { form: "rotate", version: "0", sure: "on" });
  const fresh = /whsec_[\w+/]+=/.exec(await rotated.text())?.[0] ?? "";
  expect([rotated.status, fresh.length, fresh === secret]).toEqual([200, secret.length, false]);
  expect(placeOf(await admin.post(here, { form: "pause", version: "1" }))).toBe(here);
  expect(await textOf(viewer, home)).toMatch(/>Paused</);
  expect(await textOf(viewer, home)).toMatch(/data-list-table.*1 of 24 events/s);
  expect(placeOf(await admin.post(here, { form: "resume", version: "2" }))).toBe(here);
  expect(await textOf(viewer, here)).toContain("Notifies when a draft opens.");
});

test("another page's channel is not there", async () => {
  const other = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "other");
  expect((await admin.go(`${home}/${other.channel}`)).status).toBe(404);
  expect((await admin.post(`${home}/${other.channel}`, { form: "test" })).status).toBe(404);
  expect((await admin.go(`${home}/${stage.channel}`)).status).toBe(200);
});
