import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { addMailer, postEvents } from "../../../tests/support/mail-events";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { isWhoseKey, openSns, topicOf } from "../../../tests/support/sns-messages";
import { execute, openTold, subscribersOf, type Told } from "../../../tests/support/told";
import { mailerAdapterOf } from "../kinds/known-kinds";
import { readMailer, updateMailer } from "../verbs";

let told: Told;
let fetches: string[] = [];
const sns = openSns(() => told.deployment.clock.now);

beforeAll(async () => {
  told = await openTold({ mailer: false });
  // The program that makes the certificates uses the real clock.
  told.deployment.clock.now = Date.now() + 60_000;
  told.deployment.way.outbound = () => sns.outbound(fetches);
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["subscriber", "audit_entry"]) await execute(told, `DELETE FROM ${table}`);
  fetches = [];
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
});

const post = (payload: unknown) => postEvents(told, id, payload);
const states = async () => (await subscribersOf(told)).map(({ state }) => state);

const settings = mailerAdapterOf("ses")?.sampleSettings as Record<string, unknown>;
let count = 0;
let id = "";
beforeEach(async () => {
  count += 1;
  id = `mses${count}`;
  await addMailer(told, id, "ses", settings);
});

const operator = () => told.deployment.ctx({ kind: "person", id: "founder", operator: true, sessionId: "s" });
const topics = async () => {
  const detail = await readMailer(operator(), { id });
  return detail.ok ? detail.value.settings.topicArns : detail;
};
const confirm = async (topic: string) => (await post(sns.confirmation(topic).asked)).status;
const complain = async (topic: string, index: number) =>
  (await post(sns.complaint(addressOf(index), { TopicArn: topicOf(topic) }))).status;
const save = async (topicArns: string) => {
  const detail = await readMailer(operator(), { id });
  const version = detail.ok ? detail.value.mailer.version : -1;
  return updateMailer(operator(), { id, version, settings: { topicArns } });
};

test("SES: the topic of the first confirmed subscription is kept: no event of another is taken, and no subscription of another is confirmed", async () => {
  expect(await confirm("mail")).toBe(200);
  expect(await topics()).toBe(topicOf("mail"));
  expect([await complain("mallory", 0), await confirm("mallory")]).toEqual([401, 401]);
  expect(fetches).not.toContain(sns.confirmation("mallory").url);
  expect([await states(), await topics()]).toEqual([["active", "active", "active"], topicOf("mail")]);
  expect([await complain("mail", 1), await states()]).toEqual([200, ["active", "unsubscribed", "active"]]);
});

test("SES: a topic of another account is never the first, neither by its subscription nor by an event", async () => {
  const [stranger, theirs] = ["999999999999", sns.confirmation("mail", "999999999999")];
  expect((await post(theirs.asked)).status).toBe(401);
  expect(fetches).not.toContain(theirs.url);
  const complaint = sns.complaint(addressOf(0), { TopicArn: topicOf("mail", stranger) });
  expect((await post(complaint)).status).toBe(401);
  expect([await states(), await topics()]).toEqual([["active", "active", "active"], undefined]);
  expect([await complain("mail", 1), await topics()]).toEqual([200, topicOf("mail")]);
  expect((await save(topicOf("mail", stranger))).ok).toBe(true);
  fetches = [];
  expect([(await post(complaint)).status, await complain("mail", 2)]).toEqual([200, 401]);
  expect(fetches.filter(isWhoseKey)).toEqual([]);
});

test("SES: while Amazon doesn't say whose the mailer's key is, an event is asked for again and changes nothing", async () => {
  const { way } = told.deployment;
  const genuine = way.outbound;
  for (const text of ["<Error>ExpiredToken</Error>", "<Account>12345</Account>", ""]) {
    const { fetch, ...others } = sns.outbound(fetches);
    way.outbound = () => ({
      ...others,
      fetch: async (request) => ({ ...(await fetch(request)), ...(isWhoseKey(request.url) ? { text } : {}) }),
    });
    expect([await complain("mail", 0), await confirm("mail")]).toEqual([503, 503]);
  }
  way.outbound = genuine;
  expect([await states(), await topics()]).toEqual([["active", "active", "active"], undefined]);
  const asked = fetches.find(isWhoseKey) ?? "";
  expect(asked).not.toContain(String(settings.secretAccessKey));
  expect(await complain("mail", 0)).toBe(200);
});

test("SES: what lies at the certificate's address and is none is not kept, and Amazon is asked to come again", async () => {
  const { way } = told.deployment;
  const genuine = way.outbound;
  way.outbound = () => ({
    ...sns.outbound(fetches),
    fetch: async (request) => ({ ...(await sns.outbound(fetches).fetch(request)), text: "<Error>Busy</Error>" }),
  });
  // Certificates are cached for as long as a worker runs.
  resetIsolate();
  expect(await confirm("mail")).toBe(503);
  way.outbound = genuine;
  expect([await topics(), await confirm("mail")]).toEqual([undefined, 200]);
});

test("SES: it is that of the first event where the subscription was confirmed by an earlier version", async () => {
  expect(await post(sns.message({ Message: "Hello", TopicArn: topicOf("mallory") }))).toMatchObject({ status: 200 });
  expect(await topics()).toBeUndefined();
  expect([await complain("mail", 0), await complain("mallory", 1)]).toEqual([200, 401]);
  expect([await states(), await topics()]).toEqual([["unsubscribed", "active", "active"], topicOf("mail")]);
});

test("SES: it is one, also when two come at once; the audit log says which", async () => {
  const statuses = await Promise.all(["one", "two"].map(confirm));
  expect(statuses.toSorted()).toEqual([200, 401]);
  expect([topicOf("one"), topicOf("two")]).toContain(await topics());
  const ctx = told.deployment.ctx();
  const [audit] = await readBatch(ctx, ctx.db.select().from(auditEntryTable));
  expect(audit).toMatchObject([{ action: "mailer.update", actorKind: "machine", subjectId: id }]);
  expect(JSON.stringify(audit)).not.toContain(String(settings.secretAccessKey));
});

test("SES: it gives way to others that the owner enters, or to the next one where the owner clears it", async () => {
  await confirm("mail");
  expect((await save(`${topicOf("mail")}, ${topicOf("complaints")}`)).ok).toBe(true);
  expect([await confirm("complaints"), await complain("complaints", 0), await complain("mail", 1)]).toEqual([
    200, 200, 200,
  ]);
  expect((await save("not an ARN")).ok).toBe(false);
  expect((await save("")).ok).toBe(true);
  expect([await confirm("new"), await topics(), await complain("mail", 2)]).toEqual([200, topicOf("new"), 401]);
});
