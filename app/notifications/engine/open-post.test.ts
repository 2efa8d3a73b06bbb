import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { mailDeploymentFactsQuery, mailersInOrderQuery } from "~/mailers/queries/mailer";
import { chargeMeter, remainingMeterBudget } from "~/platform/meter";
import { noOutbound } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { mailTo } from "../../../tests/support/mail-peers";
import { nodeOutbound } from "../../../tests/support/outbound";
import { type Smtp, setMailer, startSmtp } from "../../../tests/support/smtp";
import { type MailWithSenderName, openMailerChain } from "./open-post";

let deployment: TestDeployment;
let first: Smtp;
let second: Smtp;

beforeEach(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  [first, second] = await Promise.all([startSmtp({}), startSmtp({})]);
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  await deployment.close();
});

function mail(to: string): MailWithSenderName {
  const { from, ...rest } = mailTo(to);
  return { ...rest, fromName: from.name };
}

const three = ["a@example.com", "b@example.com", "c@example.com"].map(mail);
const recipients = (smtp: Smtp) => smtp.mails.map((each) => each.recipient);

async function run(mails: MailWithSenderName[] = three) {
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx();
  const post = await openMailerChain(ctx);
  const handed = (await post?.send(mails)) ?? [];
  await post?.close();
  return { outcomes: handed.map((each) => each.outcome), handed, ctx };
}

async function facts() {
  const ctx = deployment.ctx();
  const [mailers, [found]] = await readBatch(ctx, mailersInOrderQuery(ctx), mailDeploymentFactsQuery(ctx));
  return { mailers, failingSince: found?.mailFailingSince ?? null };
}

test("without a mailer there is no post", async () => {
  expect(await openMailerChain(deployment.ctx())).toBeNull();
});

test("mail leaves by the first mailer, from its address, under the given name; one write for the run", async () => {
  await setMailer(deployment, first, { fromAddress: "status@acme.example" });
  await setMailer(deployment, second, { id: "mailer2", position: 1 });
  const { outcomes, ctx } = await run();
  expect(outcomes).toEqual(["sent", "sent", "sent"]);
  expect(first.mails[0]?.from).toMatchObject({ name: "Acme Status", address: "status@acme.example" });
  expect(second.mails).toEqual([]);
  const { mailers } = await facts();
  expect(mailers[0]).toMatchObject({ lastSentAt: deployment.clock.now, lastFailedAt: null, version: 0 });
  expect(mailers[1]?.lastSentAt).toBeNull();
  expect(ctx.meter).toMatchObject({ statements: 3, subrequests: 1 });
});

test("when the first is away the next one takes over, and the first is not asked again in this run", async () => {
  await setMailer(deployment, { host: first.host, port: first.port }, {});
  await setMailer(deployment, second, { id: "mailer2", position: 1 });
  await first.close();
  const ctx = deployment.ctx();
  const post = await openMailerChain(ctx);
  for (const each of three) expect((await post?.send([each]))?.[0]?.outcome).toBe("sent");
  await post?.close();
  expect(recipients(second)).toEqual(three.map((each) => each.to));
  expect(ctx.meter.subrequests).toBe(2);
  const { mailers, failingSince } = await facts();
  expect(mailers[0]).toMatchObject({ lastFailedAt: deployment.clock.now, lastSentAt: null });
  expect(mailers[0]?.lastError).toBeTruthy();
  expect(failingSince).toBeNull();
});

test("who is refused by the first is not asked of the second", async () => {
  await setMailer(deployment, first);
  await setMailer(deployment, second, { id: "mailer2", position: 1 });
  first.refuse((to) => (to === "b@example.com" ? { code: 550, text: "5.1.1 no" } : null));
  const { handed } = await run();
  expect(handed[1]).toMatchObject({ outcome: "refused", permanent: true });
  expect(recipients(first)).toEqual(["a@example.com", "c@example.com"]);
  expect(second.mails).toEqual([]);
  expect((await facts()).mailers[0]?.lastError).toBeNull();
});

test("what the first took before it broke is not sent by the second", async () => {
  await setMailer(deployment, first);
  await setMailer(deployment, second, { id: "mailer2", position: 1 });
  first.refuse((to) => (to === "a@example.com" ? null : { code: 421, text: "4.3.2 shutting down" }));
  const { outcomes } = await run();
  expect(outcomes).toEqual(["sent", "sent", "sent"]);
  expect(recipients(first)).toEqual(["a@example.com"]);
  expect(recipients(second)).toEqual(["b@example.com", "c@example.com"]);
});

test("all away: since when is kept, until one sends again", async () => {
  await setMailer(deployment, first);
  await first.close();
  expect((await run()).outcomes).toEqual(["away", "away", "away"]);
  const since = deployment.clock.now;
  await run();
  expect((await facts()).failingSince).toBe(since);
  first = await startSmtp({ port: first.port });
  expect((await run()).outcomes).toEqual(["sent", "sent", "sent"]);
  const { failingSince, mailers } = await facts();
  expect(failingSince).toBeNull();
  expect(mailers[0]).toMatchObject({ lastSentAt: deployment.clock.now });
});

test("settings that cannot be opened, or a kind of another version, are away and say why", async () => {
  await setMailer(deployment, first);
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE mailer SET settings_sealed = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'").bind().run();
  expect((await run()).handed[0]).toMatchObject({ outcome: "away", answer: "check.sealed" });
  await d1.prepare("UPDATE mailer SET kind = 'pigeon'").bind().run();
  expect((await run()).handed[0]).toMatchObject({ outcome: "away", answer: expect.stringContaining("pigeon") });
});

test("a run that sent nothing writes nothing", async () => {
  await setMailer(deployment, first);
  const { ctx } = await run([]);
  expect(ctx.meter.written).toBe(0);
  expect(first.sessions()).toBe(0);
});

test("an invocation that is full sends nothing, and holds it against no mailer", async () => {
  await setMailer(deployment, first);
  const ctx = deployment.ctx();
  const post = await openMailerChain(ctx);
  ctx.meter.statements = 37;
  expect((await post?.send(three))?.map((each) => each.outcome)).toEqual(["untouched", "untouched", "untouched"]);
  await post?.close();
  expect(first.sessions()).toBe(0);
  const { mailers, failingSince } = await facts();
  expect([mailers[0]?.lastFailedAt, failingSince]).toEqual([null, null]);
});

test("a mailer that takes one mail a call is given no more than the invocation has calls left", async () => {
  deployment.way.outbound = ({ meter }) => ({
    async fetch() {
      chargeMeter(meter, "subrequests", 1);
      const text = '{"id":"<1@mg.example.com>"}';
      return { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 1 };
    },
    connect: noOutbound.connect,
    upgrade: noOutbound.upgrade,
  });
  const settings = { apiKey: "key", domain: "mg.example.com", region: "eu" };
  await setMailer(deployment, first, { kind: "mailgun", settings });
  const ctx = deployment.ctx();
  ctx.meter.subrequests = 24;
  const post = await openMailerChain(ctx);
  const handed = (await post?.send(Array.from({ length: 10 }, (_, n) => mail(`s${n}@example.com`)))) ?? [];
  const left = remainingMeterBudget(ctx.meter);
  await post?.close();
  expect(handed.map(({ outcome }) => outcome)).toEqual([...Array(7).fill("sent"), ...Array(3).fill("untouched")]);
  expect(left).toBe(6);
});
