import { afterEach, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { chargeMeter } from "~/platform/meter";
import type { OutboundRequest } from "~/platform/outbound";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { PushReceiver } from "../../tests/support/push-receiver";
import { noticesOf, open, openTold, subscribersOf, type Told, update } from "../../tests/support/told";
import { type Browser, openBrowser } from "../../tests/support/worker";
import { signFormTimeStamp } from "./form-time";
import { pushRenewalLimit } from "./rules/request-limits";

let told: Told;
let browser: Browser;
let since: string;
let from = 0;
/** Answers of the push service by endpoint; the default is 201. */
let answers: Map<string, number>;
let pushed: OutboundRequest[];

beforeEach(async () => {
  told = await openTold({ mailer: false });
  const { way } = told.deployment;
  [answers, pushed] = [new Map(), []];
  const base = way.outbound;
  way.outbound = (around) => ({
    ...(base as NonNullable<typeof base>)(around),
    async fetch(request) {
      chargeMeter(around.meter, "subrequests", 1);
      pushed.push(request);
      const status = answers.get(request.url) ?? 201;
      return { ok: true, status, headers: new Headers(), text: "", truncated: false, milliseconds: 20 };
    },
  });
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  browser = await openBrowser(told.deployment);
  since = await signFormTimeStamp(told.deployment.ctx());
  from += 1;
});
afterEach(() => told.close());

const endpointOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;

async function subscribeBy(receiver: PushReceiver, name: string, over: Record<string, string> = {}) {
  const { p256dh, auth } = receiver.keys;
  const target = { "target.endpoint": endpointOf(name), "target.p256dh": p256dh, "target.auth": auth };
  const headers = { "cf-connecting-ip": `198.51.${from}.2` };
  const fields = { kind: "web-push", email: "", scope: "page", since, ...target, ...over };
  const answer = await browser.post("/acme/subscribe", fields, headers);
  return { status: answer.status, location: answer.headers.get("location") ?? "", answer };
}

const readBy = (receiver: PushReceiver, { bytes = new Uint8Array() }: OutboundRequest) =>
  JSON.parse(receiver.read(bytes)) as Record<string, string>;

/** Returns the actions in the audit log about the subscriber, newest last. */
async function audited(): Promise<unknown[]> {
  const sql = "SELECT action FROM audit_entry WHERE subject_kind = 'subscriber' ORDER BY at, id";
  const { results } = await told.deployment.ctx().d1.prepare(sql).all();
  return results.map(({ action }) => action);
}

test("subscribeEndpoint and renewPushSubscription are in the audit log", async () => {
  await subscribeBy(new PushReceiver(), "one");
  expect(await audited()).toEqual(["subscriber.confirm"]);
  told.deployment.clock.now += 1000;
  const body = JSON.stringify({ old: endpointOf("one"), endpoint: endpointOf("two"), keys: new PushReceiver().keys });
  const headers = { "content-type": "text/plain;charset=UTF-8" };
  expect((await browser.go("/acme/push", { method: "POST", headers, body })).status).toBe(204);
  expect(await audited()).toEqual(["subscriber.confirm", "subscriber.change"]);
});

test("a browser is subscribed at once and told what happens, with no mailer set; another one cannot read it", async () => {
  const [own, other] = [new PushReceiver(), new PushReceiver()];
  const { status, location } = await subscribeBy(own, "one");
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/acme\/subscriptions\/[\w.-]+\?confirmed$/)]);
  const page = await (await browser.go(location)).text();
  expect(page).toContain("You are subscribed");
  expect(page).toContain("notification in this browser");
  expect(page).not.toContain("mails");
  const [row] = await subscribersOf(told);
  expect(row).toMatchObject({
    kind: "web-push",
    state: "active",
    address: expect.stringMatching(/^web-push:[0-9a-f]{32}$/),
  });
  expect(JSON.stringify(row)).not.toContain("fcm.googleapis.com");
  told.deployment.clock.now += 1000;
  const id = await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  expect(pushed).toHaveLength(1);
  const [request] = pushed as [OutboundRequest];
  expect(request).toMatchObject({ url: endpointOf("one"), headers: { "content-encoding": "aes128gcm", topic: id } });
  expect(request.headers?.authorization).toMatch(/^vapid t=[\w.-]+, k=B[\w-]{86}$/);
  expect(readBy(own, request)).toMatchObject({
    title: expect.stringContaining("Orders are late"),
    body: "Investigating\nWe look into it.",
    url: `http://localhost:8787/acme/incidents/${id}`,
    lang: "en",
    tag: id,
  });
  expect(() => other.read(request.bytes ?? new Uint8Array())).toThrow();
  await told.sendAll();
  expect(pushed).toHaveLength(1);
});

test("the same browser again is led to its page; it leaves there, and comes back", async () => {
  const own = new PushReceiver();
  const first = await subscribeBy(own, "one");
  const again = await subscribeBy(own, "one");
  expect(again.location).toMatch(/\?already$/);
  expect(await subscribersOf(told)).toHaveLength(1);
  const [manage = ""] = first.location.split("?");
  expect((await browser.post(manage, { act: "leave" })).status).toBe(303);
  expect((await subscribersOf(told))[0]?.state).toBe("unsubscribed");
  expect((await subscribeBy(own, "one")).location).toMatch(/\?confirmed$/);
  expect((await subscribersOf(told)).map(({ state }) => state)).toEqual(["active"]);
});

test("a browser that is gone is left alone from then on, one that is busy is told later, and nobody waits for them", async () => {
  const receivers = Object.fromEntries(["a", "gone", "busy", "z"].map((name) => [name, new PushReceiver()]));
  for (const [name, receiver] of Object.entries(receivers)) await subscribeBy(receiver, name);
  answers.set(endpointOf("gone"), 410).set(endpointOf("busy"), 503);
  told.deployment.clock.now += 1000;
  const id = await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  expect(pushed.map(({ url }) => url.split("/").at(-1)).sort()).toEqual(["a", "busy", "gone", "z"]);
  answers.clear();
  told.deployment.clock.now += 10 * 60_000;
  await told.sendAll();
  expect(pushed.slice(4).map(({ url }) => url)).toEqual([endpointOf("busy")]);
  const states = new Map((await subscribersOf(told)).map(({ address, state }) => [address, state]));
  expect([...states.values()].sort()).toEqual(["active", "active", "active", "unsubscribed"]);
  await update(told, id, "It is the database.");
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  expect(pushed.slice(5)).toHaveLength(3);
  const notices = (await noticesOf(told)).filter(({ audience }) => audience === "endpoints");
  expect(notices.map(({ outcome, recipients }) => [outcome, recipients])).toEqual([
    ["sent", 4],
    ["sent", 3],
  ]);
});

test("without such a subscriber nothing more is written", async () => {
  await open(told);
  expect((await noticesOf(told)).filter(({ audience }) => audience === "endpoints")).toEqual([]);
});

test.each([
  ["a server of somebody else", { "target.endpoint": "https://victim.example.com/fcm/send/x" }],
  ["a name that only ends like one", { "target.endpoint": "https://fcm.googleapis.com.example.com/x" }],
  ["another port", { "target.endpoint": "https://fcm.googleapis.com:8443/x" }],
  ["no TLS", { "target.endpoint": "http://fcm.googleapis.com/x" }],
  ["a key that is too short", { "target.p256dh": "BA" }],
  ["no secret", { "target.auth": "" }],
  ["a kind that visitors cannot have", { kind: "twilio-sms" }],
  ["a program that fills in everything", { kqvz: "x" }],
])("%s subscribes nobody", async (_, over) => {
  const { status } = await subscribeBy(new PushReceiver(), "one", over);
  expect(status).toBe(422);
  expect(await subscribersOf(told)).toEqual([]);
});

test("a browser whose address changed is told at the new one; who does not know the old one changes nothing", async () => {
  const [before, after] = [new PushReceiver(), new PushReceiver()];
  await subscribeBy(before, "one");
  const renew = (old: string) =>
    browser.go("/acme/push", {
      method: "POST",
      headers: { "content-type": "text/plain;charset=UTF-8" },
      body: JSON.stringify({ old: endpointOf(old), endpoint: endpointOf("two"), keys: after.keys }),
    });
  expect((await renew("none")).status).toBe(410);
  expect((await renew("one")).status).toBe(204);
  told.deployment.clock.now += 1000;
  await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  expect(pushed.map(({ url }) => url)).toEqual([endpointOf("two")]);
  expect(readBy(after, pushed[0] as OutboundRequest).title).toContain("Orders are late");
});

test("a browser that has subscribed anew at its new address already is renewed there, and told once", async () => {
  const after = new PushReceiver();
  await subscribeBy(new PushReceiver(), "one");
  told.deployment.clock.now += 1000;
  await subscribeBy(new PushReceiver(), "two");
  const body = JSON.stringify({ old: endpointOf("one"), endpoint: endpointOf("two"), keys: after.keys });
  const headers = { "content-type": "text/plain;charset=UTF-8" };
  const renew = () => browser.go("/acme/push", { method: "POST", headers, body });
  expect((await Promise.all([renew(), renew()])).map(({ status }) => status).toSorted()).toEqual([204, 410]);
  expect(await subscribersOf(told)).toHaveLength(1);
  told.deployment.clock.now += 1000;
  await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  expect(pushed.map(({ url }) => url)).toEqual([endpointOf("two")]);
  expect(readBy(after, pushed[0] as OutboundRequest).title).toContain("Orders are late");
});

test("a network may say so often in an hour that its browsers moved, known or not; another network is not held up", async () => {
  await subscribeBy(new PushReceiver(), "one");
  const renew = (old: string, network: string) =>
    browser.go("/acme/push", {
      method: "POST",
      headers: { "content-type": "text/plain;charset=UTF-8", "cf-connecting-ip": network },
      body: JSON.stringify({ old: endpointOf(old), endpoint: endpointOf("two"), keys: new PushReceiver().keys }),
    });
  for (let nth = 0; nth < pushRenewalLimit.perHour; nth++) expect((await renew("none", "192.0.2.1")).status).toBe(410);
  const refused = await renew("one", "192.0.2.77");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await renew("one", "203.0.113.1")).status).toBe(204);
  told.deployment.clock.now += pushRenewalLimit.window + 1000;
  expect((await renew("two", "192.0.2.1")).status).toBe(204);
});

test("the key is made once, whoever asks first, and stays when the secret is rotated", async () => {
  const keyOf = async () => ((await (await browser.go("/acme/push")).json()) as { key: string }).key;
  const keys = await Promise.all([keyOf(), keyOf(), keyOf()]);
  expect(new Set(keys).size).toBe(1);
  expect(await keyOf()).toBe(keys[0]);
});

test("where a browser is told is sealed anew as it is used, when the secret was rotated", async () => {
  const own = new PushReceiver();
  await subscribeBy(own, "one");
  const { bindings, clock } = told.deployment;
  bindings.UPFRONT_SECRET_OLD = bindings.UPFRONT_SECRET;
  bindings.UPFRONT_SECRET = "the secret that is there afterwards, 32+";
  clock.now += 1000;
  await open(told);
  clock.now += 11_000;
  await told.sendAll();
  expect(readBy(own, pushed[0] as OutboundRequest).title).toContain("Orders are late");
  const { secrets } = told.deployment.ctx();
  const [row] = await subscribersOf(told);
  expect(await secrets.standing(row?.targetSealed ?? "")).toBe("current");
});
