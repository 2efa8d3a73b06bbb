import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, mailerTable } from "~/db/schema";
import {
  readOutgoingHeartbeat,
  readSelfCheckAddress,
  setOutgoingHeartbeat,
  setSelfCheckAddress,
} from "~/deployment/addresses";
import { secretMask } from "~/fields/secret";
import { outboundWithEmail } from "~/platform/email-binding";
import { noOutbound } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { failureOf, good, operator } from "../../tests/support/desk";
import { nodeOutbound } from "../../tests/support/outbound";
import { type Smtp, startSmtp } from "../../tests/support/smtp";
import { checkSenderDomain } from "./check-domain";
import { sendTestMail } from "./send-test";
import {
  createMailer,
  deleteMailer,
  listMailerKinds,
  listMailers,
  moveMailer,
  readMailer,
  updateMailer,
} from "./verbs";

let deployment: TestDeployment;
let smtp: Smtp;

beforeAll(async () => {
  deployment = await openDeployment();
  smtp = await startSmtp({ auth: { username: "u", password: "hush-hush" } });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await deployment.settled();
  await smtp.close();
  await deployment.close();
});
beforeEach(async () => {
  deployment.clock.now += 1000;
  await deployment.ctx().d1.prepare("DELETE FROM mailer").bind().run();
});

const as = () => deployment.ctx(operator);
const settings = () => ({
  host: smtp.host,
  port: String(smtp.port),
  security: "off",
  username: "u",
  password: "hush-hush",
});
const input = (over: Record<string, unknown> = {}) => ({
  kind: "smtp",
  name: "Ours",
  fromAddress: "status@acme.example",
  settings: settings(),
  ...over,
});

async function auditOf(id: string) {
  const ctx = as();
  const [rows] = await readBatch(ctx, ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.subjectId, id)));
  return rows;
}

test("a mailer is made, listed and read without its secret anywhere", async () => {
  const { id } = await good(createMailer(as(), input()));
  const { mailers } = await good(listMailers(as()));
  expect(mailers).toMatchObject([{ id, kind: "smtp", name: "Ours", position: 0, lastSentAt: null }]);
  const detail = await good(readMailer(as(), { id }));
  expect(detail.settings).toMatchObject({ host: smtp.host, username: "u", password: secretMask });
  const ctx = as();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(mailerTable).where(eq(mailerTable.id, id)));
  const all = JSON.stringify([mailers, detail, row, await auditOf(id)]);
  expect(all).not.toContain("hush-hush");
});

test("the same form sent twice is one mailer", async () => {
  const commitId = as().id();
  const one = await good(createMailer(as(), input({ commitId })));
  const two = await good(createMailer(as(), input({ commitId })));
  expect(two.id).toBe(one.id);
  expect((await good(listMailers(as()))).mailers).toHaveLength(1);
});

test.each([
  ["an unknown kind", { kind: "pigeon" }, "kind"],
  ["two addresses", { fromAddress: "a@example.com, b@example.com" }, "fromAddress"],
  ["a header in the address", { fromAddress: "a@example.com\r\nBcc: b@example.com" }, "fromAddress"],
  ["no server", { settings: { security: "off" } }, "settings.host"],
  ["a port that is none", { settings: { host: "mail", port: "99999" } }, "settings.port"],
  ["a user without a password", { settings: { host: "mail", username: "u" } }, "settings.username"],
  ["a setting that is none", { settings: { host: "mail", sauce: "x" } }, "settings.sauce"],
])("%s is refused beside its field", async (_, over, field) => {
  const failure = await failureOf(createMailer(as(), input(over)));
  expect(failure).toMatchObject({ name: "invalid", fields: { [field]: expect.any(String) } });
});

test("a change keeps the secret behind the mask, and compares versions once", async () => {
  const { id } = await good(createMailer(as(), input()));
  const changed = { id, version: 0, name: "Theirs", settings: { ...settings(), password: secretMask } };
  await good(updateMailer(as(), changed));
  expect(await good(readMailer(as(), { id }))).toMatchObject({ mailer: { name: "Theirs", version: 1 } });
  expect(await failureOf(updateMailer(as(), { ...changed, name: "Late" }))).toMatchObject({
    name: "conflict",
    current: { name: "Theirs", version: 1 },
  });
  expect(await good(sendTestMail(as(), { id, to: "ana@example.com" }))).toMatchObject({ outcome: "sent" });
  expect(JSON.stringify(await auditOf(id))).not.toContain("hush-hush");
});

test("the order is changed one place at a time and goes no further than the ends", async () => {
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await good(createMailer(as(), input({ name })))).id);
  const names = async () => (await good(listMailers(as()))).mailers.map((each) => each.name).join("");
  await good(moveMailer(as(), { id: ids[2] as string, direction: "up" }));
  expect(await names()).toBe("acb");
  await good(moveMailer(as(), { id: ids[0] as string, direction: "down" }));
  expect(await names()).toBe("cab");
  await good(moveMailer(as(), { id: ids[1] as string, direction: "down" }));
  expect(await names()).toBe("cab");
});

test("a deleted mailer is gone, and twice is once", async () => {
  const { id } = await good(createMailer(as(), input()));
  const commitId = as().id();
  await good(deleteMailer(as(), { id, version: 0, commitId }));
  await good(deleteMailer(as(), { id, version: 0, commitId }));
  expect(await failureOf(readMailer(as(), { id }))).toMatchObject({ name: "missing" });
});

test("the test mail is a real one, and a wrong password is said in the server's words", async () => {
  const before = smtp.mails.length;
  const { id } = await good(createMailer(as(), input()));
  const answer = await good(sendTestMail(as(), { id, to: "ana@example.com" }));
  expect(answer).toMatchObject({ outcome: "sent", answer: expect.stringMatching(/^250/) });
  expect(smtp.mails[before]).toMatchObject({ recipient: "ana@example.com", from: { name: "Upfront" } });
  const wrong = await good(createMailer(as(), input({ settings: { ...settings(), password: "guess" } })));
  const refused = await good(sendTestMail(as(), { id: wrong.id, to: "ana@example.com" }));
  expect(refused).toMatchObject({ outcome: "away", answer: expect.stringMatching(/^535/) });
  const { mailers } = await good(listMailers(as()));
  expect(mailers[1]).toMatchObject({ lastError: expect.stringMatching(/^535/), lastFailedAt: deployment.clock.now });
  expect(await failureOf(sendTestMail(as(), { id, to: "ana" }))).toMatchObject({ fields: { to: expect.any(String) } });
});

test("nobody but the operator sees or changes a mailer or the heartbeat", async () => {
  const { id } = await good(createMailer(as(), input()));
  const person = () => deployment.ctx({ kind: "person", id: "p", operator: false, sessionId: "s" });
  const token = () =>
    deployment.ctx({ kind: "token", id: "t", personId: "founder", operator: true, readOnly: true } as never);
  const writes = [
    (ctx: typeof as) => createMailer(ctx(), input()),
    (ctx: typeof as) => updateMailer(ctx(), { id, name: "x" }),
    (ctx: typeof as) => moveMailer(ctx(), { id, direction: "up" }),
    (ctx: typeof as) => deleteMailer(ctx(), { id }),
    (ctx: typeof as) => sendTestMail(ctx(), { id, to: "ana@example.com" }),
    (ctx: typeof as) => setOutgoingHeartbeat(ctx(), { url: "" }),
    (ctx: typeof as) => setSelfCheckAddress(ctx(), { url: "" }),
  ];
  const reads = [
    () => listMailers(person()),
    () => readMailer(person(), { id }),
    () => readOutgoingHeartbeat(person()),
    () => readSelfCheckAddress(person()),
  ];
  for (const each of reads) expect(await failureOf(each() as never)).toMatchObject({ name: "forbidden" });
  for (const each of writes) {
    expect(await failureOf(each(person) as never)).toMatchObject({ name: "forbidden" });
    expect(await failureOf(each(token) as never)).toMatchObject({ name: "forbidden", code: "read_only_token" });
  }
});

test("Cloudflare Email is offered and made only where the deployment is bound to it, and then sends", async () => {
  const given = input({ kind: "cloudflare", settings: {} });
  expect(listMailerKinds(as()).map(({ kind }) => kind)).not.toContain("cloudflare");
  expect(await failureOf(createMailer(as(), given))).toMatchObject({ name: "invalid" });
  const mails: EmailMessageBuilder[] = [];
  const EMAIL = {
    async send(mail: EmailMessageBuilder) {
      mails.push(mail);
      if (mails.length > 1) throw Object.assign(new Error("Not proven."), { code: "E_SENDER_NOT_VERIFIED" });
      return { messageId: "<1@cloudflare.example>" };
    },
  } as unknown as SendEmail;
  const bound = () => {
    const ctx = as();
    return { ...ctx, outbound: () => outboundWithEmail(ctx.outbound("team"), EMAIL, ctx.meter) };
  };
  expect(listMailerKinds(bound()).find(({ kind }) => kind === "cloudflare")).toEqual({
    kind: "cloudflare",
    title: "Cloudflare Email",
    settings: [],
  });
  const { id } = await good(createMailer(bound(), given));
  const test = () => sendTestMail(bound(), { id, to: "ana@example.com" });
  expect(await good(test())).toEqual({ outcome: "sent", answer: "<1@cloudflare.example>" });
  expect(mails[0]).toMatchObject({ to: "ana@example.com", headers: { "Auto-Submitted": "auto-generated" } });
  expect(await good(test())).toEqual({ outcome: "away", answer: "E_SENDER_NOT_VERIFIED Not proven." });
  expect(await good(sendTestMail(as(), { id, to: "ana@example.com" }))).toMatchObject({ outcome: "away" });
});

test("the sender's domain is looked up at a resolver: three names, or two where nobody says which key", async () => {
  const asked: string[] = [];
  const texts: Record<string, string> = {
    "acme.example": '"v=spf1 include:amazonses.com ~all"',
    "resend._domainkey.acme.example": '"p=MIGfMA0"',
  };
  const looking = (): ReturnType<typeof as> => ({
    ...as(),
    outbound: () => ({
      connect: noOutbound.connect,
      upgrade: noOutbound.upgrade,
      async fetch({ url }) {
        const name = new URL(url).searchParams.get("name") ?? "";
        asked.push(name);
        const text = JSON.stringify({ Status: 0, Answer: texts[name] ? [{ type: 16, data: texts[name] }] : [] });
        return { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 1 };
      },
    }),
  });
  const resend = await good(createMailer(as(), input({ kind: "resend", settings: { apiKey: "re_1" } })));
  const { findings } = await good(checkSenderDomain(looking(), { id: resend.id, selector: "" }));
  expect(findings.map(({ what, state }) => `${what} ${state}`)).toEqual(["spf good", "dkim good", "dmarc missing"]);
  expect(findings[2]?.set).toBe("v=DMARC1; p=none; rua=mailto:postmaster@acme.example");
  expect(asked.toSorted()).toEqual(["_dmarc.acme.example", "acme.example", "resend._domainkey.acme.example"]);
  const smtp = await good(createMailer(as(), input()));
  const own = await good(checkSenderDomain(looking(), { id: smtp.id, selector: "../evil host" }));
  expect(own).toMatchObject({ selector: null, findings: [{ state: "good" }, { state: "unknown" }, {}] });
  expect(asked).toHaveLength(5);
  expect(await failureOf(checkSenderDomain(deployment.ctx(), { id: smtp.id, selector: "" }))).toBeDefined();
});
