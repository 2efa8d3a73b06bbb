import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import { addMailer, postTo as postAt, postEvents } from "../../../tests/support/mail-events";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { openSns } from "../../../tests/support/sns-messages";
import { execute, openTold, subscribersOf, type Told } from "../../../tests/support/told";
import { mailerWebhookUrlOf } from "../events-address";
import { mailerAdapterOf } from "../kinds/known-kinds";

let told: Told;
const secrets = { signing: "mg-signing-key", svix: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
const sns = openSns(() => now());
let fetches: string[] = [];

beforeAll(async () => {
  told = await openTold({ mailer: false });
  // The program that makes the certificates uses the real clock.
  told.deployment.clock.now = Date.now();
  for (const [kind, more] of Object.entries({
    postmark: {},
    mailgun: { webhookSigningKey: secrets.signing },
    resend: { webhookSecret: secrets.svix },
    ses: {},
    smtp: {},
  })) {
    const sample = mailerAdapterOf(kind)?.sampleSettings as Record<string, unknown>;
    await addMailer(told, `m${kind}`, kind, { ...sample, ...more });
  }
  await addMailer(told, "mkeyless", "mailgun", { apiKey: "k", domain: "mg.example.com", region: "us" });
  told.deployment.way.outbound = () => sns.outbound(fetches);
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["subscriber", "audit_entry"]) await execute(told, `DELETE FROM ${table}`);
  told.deployment.clock.now += 3600_000;
  fetches = [];
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
});

const now = () => told.deployment.clock.now;

const postTo = (address: string, body: string, headers: Record<string, string> = {}, method = "POST") =>
  postAt(told, address, body, headers, method);

const post = (kind: string, payload: unknown, headers?: Record<string, string>) =>
  postEvents(told, `m${kind}`, payload, headers);

type Events = Record<"bounce" | "soft" | "complaint", (address: string) => unknown>;

const iso = () => new Date(now()).toISOString();
const mailgun = (event: Record<string, unknown>, key = secrets.signing) => {
  const [timestamp, token] = ["1732449600", "a-token"];
  const signature = createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex");
  return { signature: { timestamp, token, signature }, "event-data": { timestamp: now() / 1000, ...event } };
};

const events: Record<string, Events> = {
  postmark: {
    bounce: (Email) => ({
      RecordType: "Bounce",
      Type: "HardBounce",
      Email,
      Details: `550 no ${Email}`,
      BouncedAt: iso(),
    }),
    soft: (Email) => ({ RecordType: "Bounce", Type: "SoftBounce", Email, BouncedAt: iso() }),
    complaint: (Email) => ({ RecordType: "SpamComplaint", Type: "SpamComplaint", Email, BouncedAt: iso() }),
  },
  mailgun: {
    bounce: (recipient) =>
      mailgun({
        event: "failed",
        severity: "permanent",
        reason: "bounce",
        recipient,
        "delivery-status": { message: `550 no ${recipient}` },
      }),
    soft: (recipient) => mailgun({ event: "failed", severity: "temporary", reason: "generic", recipient }),
    complaint: (recipient) => mailgun({ event: "complained", recipient }),
  },
  ses: {
    bounce: (emailAddress) =>
      sns.event({
        notificationType: "Bounce",
        bounce: {
          bounceType: "Permanent",
          timestamp: iso(),
          bouncedRecipients: [{ emailAddress, diagnosticCode: `550 no ${emailAddress}` }],
        },
      }),
    soft: (emailAddress) =>
      sns.event({
        eventType: "Bounce",
        bounce: { bounceType: "Transient", timestamp: iso(), bouncedRecipients: [{ emailAddress }] },
      }),
    complaint: (emailAddress) => sns.complaint(String(emailAddress)),
  },
  resend: {
    bounce: (to) => ({
      type: "email.bounced",
      created_at: iso(),
      data: { to: [to], bounce: { type: "Permanent", message: `550 no ${to}` } },
    }),
    soft: (to) => ({ type: "email.bounced", created_at: iso(), data: { to: [to], bounce: { type: "Transient" } } }),
    complaint: (to) => ({ type: "email.complained", created_at: iso(), data: { to: [to] } }),
  },
};

function svix(payload: unknown, secret = secrets.svix, at = now()): Record<string, string> {
  const signature = new Webhook(secret).sign("msg_1", new Date(at), JSON.stringify(payload));
  return { "svix-id": "msg_1", "svix-timestamp": String(Math.floor(at / 1000)), "svix-signature": signature };
}

const send = (kind: string, payload: unknown) => post(kind, payload, kind === "resend" ? svix(payload) : {});
const states = async () => (await subscribersOf(told)).map(({ state }) => state);

/** Tests what processMailEvents writes, through its URL. */
describe.each(Object.entries(events))("%s", (kind, { bounce, soft, complaint }) => {
  test("a bounce for good puts the address into quarantine with its reason, once", async () => {
    expect(await send(kind, bounce(addressOf(1).toUpperCase()))).toMatchObject({ status: 200, text: '{"taken":1}' });
    expect(await states()).toEqual(["active", "quarantined", "active"]);
    const [, row] = await subscribersOf(told);
    expect(row).toMatchObject({
      quarantineReason: "550 no S•••@EXAMPLE.COM".replace("S•••", "S•••"),
      quarantinedAt: now(),
    });
    await send(kind, bounce(addressOf(1)));
    expect((await subscribersOf(told))[1]?.version).toBe(row?.version);
  });

  test("a bounce for now changes nothing", async () => {
    expect(await send(kind, soft(addressOf(1)))).toMatchObject({ status: 200, text: '{"taken":0}' });
    expect(await states()).toEqual(["active", "active", "active"]);
  });

  test("who complains has left, in the audit log too; twice is once", async () => {
    const payload = complaint(addressOf(2));
    await send(kind, payload);
    expect(await states()).toEqual(["active", "active", "unsubscribed"]);
    expect(await send(kind, payload)).toMatchObject({ status: 200 });
    const ctx = told.deployment.ctx();
    const [audit] = await readBatch(ctx, ctx.db.select().from(auditEntryTable));
    expect(audit).toMatchObject([{ action: "subscriber.leave", actorKind: "machine" }]);
  });

  test("an event from before somebody came back changes nothing", async () => {
    const payloads = [bounce(addressOf(0)), complaint(addressOf(1))];
    told.deployment.clock.now += 200_000;
    await execute(told, `UPDATE subscriber SET updated_at = ${now()}`);
    for (const payload of payloads) await send(kind, payload);
    expect(await states()).toEqual(["active", "active", "active"]);
  });

  test("anything else that is JSON is taken for nothing, or refused; nobody changes", async () => {
    for (const odd of [null, 1, [], {}, { data: 1 }, { RecordType: 5 }, { "event-data": [] }, sns.event("x")]) {
      expect([200, 401]).toContain((await send(kind, odd)).status);
    }
    expect(await states()).toEqual(["active", "active", "active"]);
  });
});

test.each([
  ["Mailgun by another key", "mailgun", () => mailgun({ event: "complained", recipient: addressOf(0) }, "other"), {}],
  ["Mailgun where no key is set", "keyless", () => events.mailgun?.complaint(addressOf(0)), {}],
  ["Resend without a signature", "resend", () => events.resend?.complaint(addressOf(0)), {}],
  ["SES with another message", "ses", () => ({ ...sns.event({}), Message: '{"eventType":"Bounce"}' }), {}],
  [
    "SES with a certificate of somebody else",
    "ses",
    () => ({ ...sns.event({}), SigningCertURL: "https://evil.example/a.pem" }),
    {},
  ],
  ["SES with a certificate in an answer of SNS's own API", "ses", () => sns.forged(addressOf(0)), {}],
])("%s: 401, and nobody changes", async (_, kind, payload) => {
  expect(await post(kind, payload())).toMatchObject({ status: 401 });
  expect(await states()).toEqual(["active", "active", "active"]);
  expect(fetches.filter((url) => url.includes("evil") || url.includes("Action="))).toEqual([]);
});

test("Resend: a signature of ten minutes ago, or of another body, proves nothing", async () => {
  const payload = events.resend?.complaint(addressOf(0));
  expect(await post("resend", payload, svix(payload, secrets.svix, now() - 600_000))).toMatchObject({ status: 401 });
  expect(await post("resend", payload, svix({ other: 1 }))).toMatchObject({ status: 401 });
});

test("SES: a subscription is confirmed at Amazon, once it is proven", async () => {
  const { url, asked } = sns.confirmation("mail");
  expect(await post("ses", asked)).toMatchObject({ status: 200 });
  expect(fetches).toContain(url);
  fetches = [];
  expect(await post("ses", { ...asked, Signature: "AAAA" })).toMatchObject({ status: 401 });
  expect(fetches).not.toContain(url);
});

test("an address that is none of ours is 404, by a guess or of a mailer that tells nothing or is gone", async () => {
  const address = await mailerWebhookUrlOf(told.deployment.ctx(), "mpostmark");
  const payload = JSON.stringify(events.postmark?.complaint(addressOf(0)));
  const other = await mailerWebhookUrlOf(told.deployment.ctx(), "mgone");
  const smtp = await mailerWebhookUrlOf(told.deployment.ctx(), "msmtp");
  const guesses = [`${address.slice(0, -2)}AA`, address.replace("mpostmark.", "mailgun."), `${address}x`, other, smtp];
  for (const guess of guesses) expect(await postTo(guess, payload)).toMatchObject({ status: 404 });
  const { ctx } = await postTo(guesses[0] ?? "", payload);
  expect(ctx.meter.statements).toBe(0);
  expect(await states()).toEqual(["active", "active", "active"]);
});

test("a body that is too large is 413, one that is no JSON 400 or 422, a GET 405", async () => {
  const address = await mailerWebhookUrlOf(told.deployment.ctx(), "mpostmark");
  expect(await postTo(address, "x".repeat(140_000))).toMatchObject({ status: 413 });
  expect([400, 422]).toContain((await postTo(address, "not JSON")).status);
  expect(await postTo(address, "", {}, "GET")).toMatchObject({ status: 405 });
});

test("its cost does not grow with who else subscribes", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2000, {}, 10));
  const { ctx } = await send("postmark", events.postmark?.bounce(addressOf(1)));
  expect(ctx.meter.read).toBeLessThan(20);
  expect((await send("postmark", events.postmark?.complaint(addressOf(2)))).ctx.meter.read).toBeLessThan(40);
});
