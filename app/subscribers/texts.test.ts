import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { type Receivers, startReceivers } from "../../tests/support/receivers";
import { noticesOf, open, openTold, subscribersOf, type Told, update } from "../../tests/support/told";
import { twilioSettings, twilioSigned } from "../../tests/support/twilio-peer";
import { type Browser, openBrowser } from "../../tests/support/worker";
import { signFormTimeStamp } from "./form-time";

let told: Told;
let receivers: Receivers;
let browser: Browser;

/** Starts a deployment with this account, and a visitor who has read the form. */
async function begin(settings: Record<string, string>): Promise<void> {
  told.deployment.bindings = { ...told.deployment.bindings, ...settings };
  told.deployment.way.outbound = receivers.outbound;
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  browser = await openBrowser(told.deployment);
}

beforeEach(async () => {
  told = await openTold();
  receivers = startReceivers();
  await begin({ ...twilioSettings, UPFRONT_SMS_DAILY: "40" });
});
afterEach(() => told.close());

const phone = "+49 1512 3456789";
const number = "+4915123456789";

async function requestCode(typed: string, from = "198.51.100.1") {
  const since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
  const fields = { way: "sms", phone: typed, scope: "page", since };
  return browser.post("/acme/subscribe", fields, { "cf-connecting-ip": from });
}
const sealedIn = (html: string) => /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? "";
const texts = () => receivers.received.filter(({ refused }) => refused === null).map(({ body }) => String(body.Body));
const codeSent = () => /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(texts().at(-1) ?? "")?.[0] ?? "";
const verify = (sealed: string, code: string) =>
  browser.post("/acme/subscribe", { way: "prove", act: "prove", proof: sealed, code });

async function subscribed(typed = phone): Promise<string> {
  const verified = await verify(sealedIn(await (await requestCode(typed)).text()), codeSent());
  expect(verified.status).toBe(303);
  return (verified.headers.get("location") ?? "").split("?")[0] ?? "";
}

const states = async () => (await subscribersOf(told)).map(({ state }) => state);

/** Posts to us as Twilio does. */
function posted(path: string, given: Record<string, string>, token?: string) {
  const { body, headers } = twilioSigned(`http://localhost:8787${path}`, given, token);
  return browser.go(path, { method: "POST", headers, body });
}
const reply = async (text: string, more = {}) =>
  (await posted("/ingest/sms", { From: number, Body: text, ...more })).text();
const status = (code: string, state = "undelivered") =>
  posted("/ingest/sms/status", { To: number, MessageStatus: state, ErrorCode: code });

async function publishOne(title: string): Promise<string> {
  const id = await open(told, { title });
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  return id;
}

describe("subscribing", () => {
  test("a code goes to the number, typed back it is subscribed, told, changed and left; the number is nowhere in the open", async () => {
    const manage = await subscribed();
    expect(texts()).toEqual([expect.stringMatching(/^Acme\n.*code is .*\nReply STOP to unsubscribe\.$/s)]);
    const [row] = await subscribersOf(told);
    expect(row).toMatchObject({ kind: "sms", state: "active" });
    const { results } = await told.deployment.ctx().d1.prepare("SELECT * FROM audit_entry").all();
    expect(JSON.stringify([row, results])).not.toMatch(/3456789|0123456789abcdef0/);
    expect(await (await browser.go(manage)).text()).toContain("SMS (+49 ••• 789)");
    const id = await publishOne("Orders are late");
    const said = texts().at(-1);
    expect(said).toMatch(
      /^Acme: Orders are late\n.*We look into it\.\nhttp:\/\/localhost:8787\/acme\/incidents\/\w+\nReply STOP to unsubscribe\.$/s,
    );
    await browser.post(manage, { act: "change", scope: "page", language: "de", timeZone: "Europe/Berlin" });
    await update(told, id, "Gefunden.");
    told.deployment.clock.now += 360_000;
    await told.sendAll();
    expect(texts().at(-1)).toContain("Mit STOP als Antwort abbestellen.");
    await browser.post(manage, { act: "leave_all" });
    expect(await states()).toEqual(["unsubscribed"]);
  });

  test.each([
    ["a country that is not allowed", "+33 6 12 34 56 78"],
    ["a number that nobody has", "+49 12"],
    ["one without its country, where two are allowed", "01512 3456789"],
    ["no number", "call me"],
    ["nothing", ""],
    ["an address", "https://hooks.slack.com/services/T000/B000/x1y2"],
  ])("%s is refused at its field, and nothing leaves", async (_, typed) => {
    const refused = await requestCode(typed);
    expect([refused.status, receivers.received]).toEqual([422, []]);
    expect(await refused.text()).toMatch(/id="phone"[^>]*aria-invalid="true"/);
  });

  test("three codes a day and number; a range of numbers, and a day, have their own ends", async () => {
    for (let n = 0; n < 3; n++) expect((await requestCode(phone)).status).toBe(200);
    expect((await requestCode(phone)).status).toBe(422);
    expect(texts()).toHaveLength(3);
    for (let n = 0; n < 30; n++) await requestCode(`+49 1512 34567${String(n).padStart(2, "0")}`, `198.51.${n}.1`);
    // The codes may have half of the day's 40, which is 20, and this range may have all of these.
    expect(texts().length).toBe(20);
  });

  test("without countries, or without an account, it is not offered and not taken", async () => {
    expect(await (await browser.go("/acme/subscribe")).text()).toContain('value="sms"');
    await begin({ UPFRONT_SMS_COUNTRIES: "" });
    expect(await (await browser.go("/acme/subscribe")).text()).not.toContain('value="sms"');
    expect((await requestCode(phone)).status).toBe(422);
    await begin({ UPFRONT_TWILIO_TOKEN: "" });
    expect((await requestCode(phone)).status).toBe(422);
    expect((await status("30005")).status).toBe(404);
    expect(receivers.received).toEqual([]);
  });
});

describe("what comes from the phone", () => {
  test("STOP leaves, START comes back, HELP says what it is; all twice", async () => {
    await subscribed();
    const help = await reply("help");
    expect(help).toContain("You get status updates from Acme.");
    expect(help).toMatch(/http:\/\/localhost:8787\/acme\/subscriptions\/[\w.-]+/);
    for (let n = 0; n < 2; n++) {
      expect(await reply("Stop")).toContain("Reply START to subscribe again.");
      expect(await states()).toEqual(["unsubscribed"]);
    }
    expect(await reply("START")).toContain("You're subscribed again to updates from Acme.");
    expect(await states()).toEqual(["active"]);
    expect(await reply("START")).toContain("<Response></Response>");
    await publishOne("Orders are late");
    expect(texts().at(-1)).toContain("Orders are late");
  });

  test("processIncomingSms and processSmsStatusReport are in the page's audit log, by leaveEverywhere and resubscribeEverywhere, without the number", async () => {
    await subscribed();
    for (const news of [() => reply("STOP"), () => reply("START"), () => status("21610")]) {
      told.deployment.clock.now += 1000;
      await news();
    }
    const { results } = await told.deployment
      .ctx()
      .d1.prepare("SELECT action, actor_kind, actor_id, after FROM audit_entry WHERE actor_id = 'twilio' ORDER BY id")
      .all();
    expect(results.map(({ action }) => action)).toEqual(["subscriber.leave", "subscriber.confirm", "subscriber.leave"]);
    expect(JSON.stringify(results)).not.toContain("3456789");
  });

  test("what is not ours to answer is not answered: other words, other numbers, and what Twilio answers itself", async () => {
    await subscribed();
    for (const text of ["Thank you", "", "STOP IT NOW"]) expect(await reply(text)).toContain("<Response></Response>");
    expect(await reply("HELP", { From: "+4915123456000" })).toContain("<Response></Response>");
    expect(await states()).toEqual(["active"]);
    expect(await reply("ARRET", { OptOutType: "STOP" })).toContain("<Response></Response>");
    expect(await states()).toEqual(["unsubscribed"]);
  });

  test("who asks without end is answered five times a day", async () => {
    await subscribed();
    const answers: boolean[] = [];
    for (let n = 0; n < 7; n++) answers.push((await reply("HELP")).includes("<Message>"));
    expect(answers.filter(Boolean)).toHaveLength(5);
  });

  test("what Twilio did not sign changes nothing", async () => {
    await subscribed();
    const forged = await posted("/ingest/sms", { From: number, Body: "STOP" }, "another-token-of-somebody");
    expect([forged.status, await states()]).toEqual([401, ["active"]]);
    const sql = "SELECT action FROM audit_entry WHERE subject_kind = 'security'";
    const [entries] = await runBatch(told.deployment.ctx(), [{ sql, params: [] }]);
    expect(entries?.results).toEqual([{ action: "security.bad_token" }]);
    expect((await browser.go("/ingest/sms", { method: "GET" })).status).toBe(405);
    expect((await posted("/ingest/sms", { Body: "x".repeat(40_000) })).status).toBe(413);
  });
});

describe("numbers that are gone", () => {
  test.each([
    ["30005", ["quarantined"]],
    ["30006", ["quarantined"]],
    ["30004", ["quarantined"]],
    ["21610", ["unsubscribed"]],
    ["30007", ["active"]],
  ])("Twilio’s later news of %s: %j", async (code, expected) => {
    await subscribed();
    for (let n = 0; n < 2; n++) expect((await status(code)).status).toBe(204);
    expect(await states()).toEqual(expected);
  });

  test("a phone that is off is paused when it is off for the third time of a day; START takes it up again", async () => {
    await subscribed();
    await status("30003");
    await status("30003");
    expect(await states()).toEqual(["active"]);
    await status("30003");
    expect(await states()).toEqual(["quarantined"]);
    await reply("start");
    expect(await states()).toEqual(["active"]);
  });

  test("refused for STOP as it is sent, it was the last", async () => {
    await subscribed();
    receivers.twilio.refuses.set(number, 21610);
    await publishOne("Orders are late");
    expect(await states()).toEqual(["unsubscribed"]);
  });

  test("an account that Twilio refuses is nobody's fault: they stay, and it is tried again", async () => {
    await subscribed();
    receivers.twilio.refuses.set(number, 20003);
    await publishOne("Orders are late");
    expect(await states()).toEqual(["active"]);
    receivers.twilio.refuses.clear();
    told.deployment.clock.now += 600_000;
    await told.sendAll();
    expect(texts().at(-1)).toContain("Orders are late");
  });
});

describe("a day's ceiling", () => {
  test("what is beyond it is given up and said so, nobody is paused for it; the next day goes on", async () => {
    await begin({ UPFRONT_SMS_DAILY: "2" });
    await subscribed();
    await publishOne("First");
    expect(texts()).toHaveLength(2);
    await publishOne("Second");
    expect(texts()).toHaveLength(2);
    expect(await states()).toEqual(["active"]);
    const notices = (await noticesOf(told)).filter(({ audience }) => audience === "endpoints");
    expect(notices.map(({ sent, failed }) => [sent, failed])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    told.deployment.clock.now += 86_400_000;
    await publishOne("Third");
    expect(texts().at(-1)).toContain("Third");
    expect(texts().join()).not.toContain("Second");
  });

  test("whose country is no longer allowed is not told, and not paused", async () => {
    await subscribed();
    await begin({ UPFRONT_SMS_COUNTRIES: "US" });
    await publishOne("Orders are late");
    expect([texts().length, await states()]).toEqual([1, ["active"]]);
  });
});
