import { afterEach, beforeEach, expect, test } from "vitest";
import { makeOutbound } from "~/http/safe-fetch";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { listSubscribers } from "~/subscribers/list";
import { requestVerificationCode } from "~/subscribers/request-code";
import { verifyCode } from "~/subscribers/verify-code";
import { good } from "../../../tests/support/desk";
import { type Receivers, startReceivers } from "../../../tests/support/receivers";
import { batchesOf, noticesOf, open, openTold, subscribersOf, type Told, update } from "../../../tests/support/told";

const inside = "https://10.1.2.3/hook";

let told: Told;
let receivers: Receivers;
beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_PLAN: "own" }, mailer: false });
  receivers = startReceivers();
  const nobody = () => Promise.reject(new Error("nobody is there"));
  told.deployment.way.outbound = makeOutbound({
    connect: nobody,
    upgrade: nobody,
    async call({ url, request, headers }) {
      const { status, text } = await receivers.answer({ ...request, url: url.href, headers });
      return { status, headers: new Headers(), body: new Response(text).body };
    },
  });
});
afterEach(() => told.close());

/** Restarts the deployment with these settings. */
function restarted(settings: Record<string, string>): void {
  const { UPFRONT_VISITOR_NETWORK_ALLOW: _, UPFRONT_NETWORK_ALLOW: __, ...others } = told.deployment.bindings;
  told.deployment.bindings = { ...others, ...settings };
}

async function requestCodeAt(address: string) {
  const ctx = told.deployment.ctx();
  const since = await signFormTimeStamp(ctx);
  told.deployment.clock.now += 5000;
  return requestVerificationCode(told.deployment.ctx(), {
    pageId: told.pageId,
    scope: "page",
    language: "en",
    timeZone: "UTC",
    componentIds: [],
    incidentId: "",
    way: "webhook",
    body: "standard",
    address,
    since,
    trap: "",
    clientAddress: "198.51.100.1",
  });
}

async function subscribe(address: string) {
  const { sealed } = await good(requestCodeAt(address));
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(receivers.received.at(-1)?.raw ?? "")?.[0] ?? "";
  await good(verifyCode(told.deployment.ctx(), { pageId: told.pageId, sealed, code }));
  receivers.received.length = 0;
}

async function sent() {
  told.deployment.clock.now += 400_000;
  await told.sendAll();
  return receivers.received.splice(0).map(({ url }) => url);
}

test("what a team may call is nothing that a visitor reaches: no code is posted there, whatever answers", async () => {
  restarted({ UPFRONT_NETWORK_ALLOW: "private,local,.lan,localhost" });
  for (const address of [
    inside,
    "https://127.0.0.1:8443/",
    "https://[::1]/",
    "https://localhost/",
    "https://nas.lan/",
  ]) {
    expect(await requestCodeAt(address)).toMatchObject({ ok: false, failure: { name: "invalid" } });
  }
  expect(receivers.received).toEqual([]);
});

test("who subscribed before is paused, counted against nobody, and told again once it is allowed", async () => {
  restarted({ UPFRONT_VISITOR_NETWORK_ALLOW: "10.0.0.0/8" });
  await subscribe(inside);
  await subscribe("https://hooks.example.com/hook");
  restarted({ UPFRONT_NETWORK_ALLOW: "10.0.0.0/8" });
  const id = await open(told);
  expect(await sent()).toEqual(["https://hooks.example.com/hook"]);
  expect(await subscribersOf(told)).toMatchObject([
    { state: "active", failures: 0 },
    { state: "active", failures: 0 },
  ]);
  const batches = (await Promise.all((await noticesOf(told)).map((each) => batchesOf(told, each.id)))).flat();
  expect(JSON.stringify(batches.map(({ reasons }) => reasons))).toContain("UPFRONT_VISITOR_NETWORK_ALLOW");
  const listed = () => listSubscribers(told.as("admin"), { pageId: told.pageId });
  expect((await good(listed())).subscribers.map(({ pausedReason }) => pausedReason !== null)).toEqual([true, false]);
  restarted({ UPFRONT_VISITOR_NETWORK_ALLOW: "10.0.0.0/8" });
  await update(told, id, "We found it.");
  expect((await sent()).toSorted()).toEqual([inside, "https://hooks.example.com/hook"]);
  expect((await good(listed())).subscribers.map(({ pausedReason }) => pausedReason)).toEqual([null, null]);
});
