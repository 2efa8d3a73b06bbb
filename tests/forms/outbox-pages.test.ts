import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeTable, subscriberTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { nodeOutbound } from "../support/outbound";
import { put } from "../support/scenario";
import { type Smtp, setMailer, startSmtp } from "../support/smtp";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let responder: Browser;
let viewer: Browser;
let smtp: Smtp;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8", "::1"] });
  smtp = await startSmtp({});
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  const others = ["notice", "monitor_shard", "heartbeat", "alert"];
  await runBatch(
    deployment.ctx(),
    others.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })),
  );
  [admin, responder, viewer] = await Promise.all([
    browserOf(deployment, "admin"),
    browserOf(deployment, "responder"),
    browserOf(deployment, "viewer"),
  ]);
  const at = deployment.clock.now - 1000;
  const row = { pageId: stage.id, scope: "page", componentIds: [], state: "active", language: "en" };
  const times = { timeZone: "Etc/UTC", confirmationsAt: [], confirmedAt: at, createdAt: at, updatedAt: at };
  const people = ["anna", "bert"].map((name) => ({ ...row, ...times, id: name, address: `${name}@example.com` }));
  await put(deployment, subscriberTable, people);
});
afterAll(async () => {
  await smtp.close();
  await deployment.close();
});

const home = "/manage/acme/outbox";
const textOf = async (browser: Browser, path: string) =>
  (await (await browser.go(path)).text()).replaceAll("<!-- -->", "");

async function pass(milliseconds: number): Promise<void> {
  deployment.clock.now += milliseconds;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
}

async function told(): Promise<string> {
  deployment.clock.now += 600_000;
  const as = deployment.ctx({ kind: "person", id: "responder", operator: false, sessionId: "s" });
  const about = { title: "Orders are late", body: "We look into it.", impactOverride: "minor" };
  const member = { pageId: stage.id, role: "responder" as const };
  await good(openIncident({ ...as, member }, { pageId: stage.id, visibility: "published", ...about }));
  await deployment.settled();
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return rows.filter(({ kind }) => kind === "incident_update").at(-1)?.id ?? "";
}

test("without a mailer the outbox and Now say so, show the mail, and lose nothing", async () => {
  const id = await told();
  const list = await textOf(viewer, home);
  expect(list).toContain("No mailer is set up");
  expect(list).toContain("Waiting for a mailer");
  expect(list).toContain("Orders are late");
  const now = await textOf(viewer, "/manage/acme");
  expect(now).toContain("1 email is waiting");
  expect(now).toContain(`href="${home}"`);
  const page = await textOf(viewer, `${home}/${id}`);
  expect(page).toContain("We look into it.");
  expect(page).not.toMatch(/Send again|>Stop sending</);
  expect(await textOf(responder, `${home}/${id}`)).toMatch(/>Stop sending</);
});

test("the mail is a document by itself that may run nothing", async () => {
  const id = await told();
  const answer = await viewer.go(`${home}/${id}/email`);
  expect(await answer.text()).toContain("We look into it.");
  const csp = answer.headers.get("content-security-policy") ?? "";
  expect(csp).toContain("sandbox");
  expect(csp).toContain("default-src 'none'");
  expect(csp).not.toContain("script-src");
  expect(answer.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const page = await viewer.go(`${home}/${id}`);
  expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
});

test("each box names its own notification, also among updates of one incident to the same people", async () => {
  await told();
  const names = [...(await textOf(responder, home)).matchAll(/aria-label="Select ([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toMatch(/^Incident (?:published|updated): Orders are late, To .+ UTC$/);
  expect(
    names.some((name) => name?.startsWith("Incident published: Orders are late")),
    "by its step",
  ).toBe(true);
});

test("stopped by a responder: nobody is notified, it can be sent again, and both are in the audit log", async () => {
  const id = await told();
  expect((await viewer.post(`${home}/${id}`, { form: "stop" })).status).toBe(403);
  expect((await responder.post(`${home}/${id}`, { form: "stop" })).status).toBe(303);
  const late = await responder.post(`${home}/${id}`, { form: "stop" });
  expect([late.status, (await late.text()).includes("already finished.")]).toEqual([409, true]);
  expect(await textOf(responder, `${home}/${id}`)).toContain("Stopped");
  deployment.clock.now += 1000;
  expect((await responder.post(`${home}/${id}`, { form: "resend" })).status).toBe(303);
  expect(await textOf(viewer, `${home}/${id}`)).toContain("Waiting for a mailer");
  const log = await textOf(viewer, "/manage/acme/audit");
  expect([log.includes("stopped a notification"), log.includes("resent a notification")]).toEqual([true, true]);
});

test("who was not reached stands there with the reason, the address whole for admins only; dead letters are on Now", async () => {
  await runBatch(deployment.ctx(), [{ sql: "DELETE FROM notice", params: [] }]);
  await setMailer(deployment, smtp);
  smtp.refuse((address) => (address.startsWith("bert") ? { code: 450, text: "mailbox is busy" } : null));
  const id = await told();
  for (let step = 0; step < 3; step++) await pass(60_000);
  const shown = await textOf(viewer, `${home}/${id}`);
  expect(shown).toContain("1 of 2 notified and 1 not reached");
  expect(shown).toContain("mailbox is busy");
  expect(shown).toContain("b•••@example.com");
  expect(shown).not.toContain("bert@example.com");
  expect(await textOf(admin, `${home}/${id}`)).toContain("bert@example.com");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE notice SET outcome = 'dead', due_at = NULL", params: [] }]);
  expect(await textOf(viewer, "/manage/acme")).toContain("1 notification didn’t reach everyone");
  expect(await textOf(viewer, `${home}?filter=failed`)).toContain("Orders are late");
  expect(await textOf(viewer, `${home}?filter=sent`)).toContain("No notifications found");
});

test("who was perhaps told stands there, with a button that sends again to exactly those", async () => {
  await runBatch(deployment.ctx(), [{ sql: "DELETE FROM notice", params: [] }]);
  smtp.refuse(() => null);
  const id = await told();
  await pass(60_000);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE batch SET unknown = 2 WHERE notice_id = ?1", params: [id] },
    { sql: "UPDATE notice SET sent = 1, unknown = 1 WHERE id = ?1", params: [id] },
  ]);
  const shown = await textOf(responder, `${home}/${id}`);
  expect(shown).toContain("1 of 2 notified and 1 unconfirmed");
  expect(shown).toContain("Delivery to these recipients can’t be confirmed");
  expect(shown).toContain("b•••@example.com");
  expect(await textOf(viewer, `${home}/${id}`)).not.toContain("Send again");
  smtp.mails.length = 0;
  expect((await responder.post(`${home}/${id}`, { form: "resend-unknown" })).status).toBe(303);
  await deployment.settled();
  await pass(60_000);
  expect(smtp.mails.map(({ recipient }) => recipient)).toEqual(["bert@example.com"]);
  expect(await textOf(viewer, `${home}/${id}`)).toContain("2 of 2 notified");
  expect(await textOf(viewer, "/manage/acme/audit")).toContain("resent a notification to unconfirmed recipients");
});

test("mail that fails is said with its reason and since when", async () => {
  const since = deployment.clock.now - 60_000;
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE deployment SET mail_failing_since = ?1", params: [since] },
    { sql: "UPDATE mailer SET last_error = '535 <b>wrong</b> password', last_failed_at = ?1", params: [since] },
  ]);
  for (const path of [home, "/manage/acme"]) {
    const text = await textOf(viewer, path);
    expect(text).toContain("Sending is delayed");
    expect(text).toContain("535 &lt;b&gt;wrong&lt;/b&gt; password");
  }
  await runBatch(deployment.ctx(), [{ sql: "UPDATE deployment SET mail_failing_since = NULL", params: [] }]);
});

test("the list goes on after fifty; another page's notice is not there", async () => {
  const { now } = deployment.clock;
  const row = { pageId: stage.id, kind: "checks_stopped" as const, audience: "team" as const };
  const times = { scope: { from: now - 1, to: now }, expiresAt: now, outcome: "sent" as const };
  await put(
    deployment,
    noticeTable,
    Array.from({ length: 60 }, (_, index) => ({
      ...row,
      ...times,
      id: `old${index}`,
      subjectId: `${index}`,
      sequence: 1,
      createdAt: now - 1000 - index,
    })),
  );
  const first = await textOf(viewer, home);
  const older = /href="([^"]*before=[^"]+)"/.exec(first)?.[1]?.replace("&amp;", "&") ?? "";
  const second = await textOf(viewer, older);
  const ids = (text: string) => [...text.matchAll(/outbox\/(old\d+)"/g)].map(([, id]) => id);
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(60);
  await put(deployment, noticeTable, [
    { ...row, ...times, id: "theirs", pageId: "p2", subjectId: "x", sequence: 1, createdAt: now },
  ]);
  expect((await viewer.go(`${home}/theirs`)).status).toBe(404);
  expect((await viewer.go(`${home}/theirs/email`)).status).toBe(404);
});

test("what belongs to no page is for operators, without what is sealed in it", async () => {
  const { now } = deployment.clock;
  const about = { kind: "sign_in" as const, subjectId: "p", sequence: now, audience: "person" as const };
  const times = { dueAt: now + 60_000, expiresAt: now + 600_000, createdAt: now };
  await put(deployment, noticeTable, [{ id: "signin", pageId: "", scope: { sealed: "s3cret" }, ...about, ...times }]);
  const text = await textOf(await browserOf(deployment, "operator"), "/manage/deployment/outbox");
  expect(text).toContain("Sign-in");
  expect(text).not.toContain("s3cret");
  expect((await admin.go("/manage/deployment/outbox")).status).toBe(403);
});

test("row 31: what should have left by now is called delayed, until it has left", async () => {
  const id = await told();
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE notice SET outcome = NULL, due_at = ?2 WHERE id = ?1", params: [id, deployment.clock.now] },
  ]);
  deployment.clock.now += 30_000;
  expect(await textOf(viewer, home)).toContain("Sending is delayed");
  await pass(60_000);
  expect(await textOf(viewer, home)).not.toContain("Sending is delayed");
});
