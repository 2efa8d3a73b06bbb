import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acknowledgeAlertsByLink, readAcknowledgementByLink } from "~/alerts/acknowledge-by-link";
import { readAlert } from "~/alerts/read";
import { acknowledgeAlert } from "~/alerts/verbs";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { alertTable, auditEntryTable, channelDeliveryTable, noticeTable, pageTable } from "~/db/schema";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import { updatePage } from "~/pages/update";
import { readPage } from "~/pages/verbs";
import { createSource } from "~/sources/create";
import { failureOf, good } from "../../../tests/support/desk";
import { say } from "../../../tests/support/own-alerts";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { execute, openTold, type Told } from "../../../tests/support/told";
import { escalatePages } from "./escalate";

let told: Told;
let source: string;
const minute = 60_000;

beforeEach(async () => {
  told = await openTold();
  const { pageId, deployment } = told;
  await addPerson(deployment, { id: "ann", pageId, role: "responder" });
  await addPerson(deployment, { id: "bob", pageId, role: "admin" });
  await addPerson(deployment, { id: "eve", pageId, role: "viewer" });
  const given = { pageId, kind: "alertmanager", name: "Prometheus" };
  source = (await good(createSource(told.as("admin"), given))).id;
});
afterEach(async () => {
  await told.deployment.settled();
  await told.close();
});

const admin = () => told.as("admin");
const setPolicy = (over: object = {}) =>
  good(updatePage(admin(), { pageId: told.pageId, escalates: true, escalatePersonIds: ["ann", "eve"], ...over }));

async function pass(minutes: number): Promise<void> {
  const { deployment } = told;
  for (let each = 0; each < minutes; each++) {
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

const fire = (key = "down") => say(told, source, "firing", key);
const noticesOf = async () => {
  const ctx = told.deployment.ctx();
  return (
    await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.kind, "alert_unacknowledged")))
  )[0];
};
const tokens = () => told.smtp.mails.flatMap(({ text = "" }) => /acknowledge\/(\S+)/.exec(text)?.[1] ?? []);
/** Returns emails of escalations only: an opened draft sends emails, too. */
const mails = () => told.smtp.mails.filter(({ text = "" }) => text.includes("/manage/acknowledge/"));
function received(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { recipient } of mails()) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
  return counts;
}
const alertRow = async () => {
  const ctx = told.deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(alertTable).where(eq(alertTable.pageId, told.pageId)));
  if (!row) throw new Error("no alert");
  return row;
};

describe("who is told, and when", () => {
  test("after so many minutes, again, and no more than so often; viewers are not; it stands on the alert", async () => {
    await setPolicy({ escalateAfter: 10, escalateEvery: 5, escalateTimes: 2 });
    await fire();
    await pass(9);
    expect(received().size).toBe(0);
    await pass(2);
    expect(Object.fromEntries(received())).toEqual({ "ann@example.com": 1 });
    await pass(20);
    expect(Object.fromEntries(received())).toEqual({ "ann@example.com": 2 });
    const { episodes } = await good(readAlert(admin(), { pageId: told.pageId, id: (await alertRow()).id }));
    const ann = { people: [{ id: "ann", name: "Name of ann" }], channels: [] };
    expect(episodes[0]?.told).toMatchObject([ann, ann]);
    expect(mails()[0]?.text).toContain("Not acknowledged: down");
  });

  test("a channel that chose no events is told, at its own quiet hours too, and by the source's thread", async () => {
    const settings = { url: "https://team.example.com/hook" };
    const quiet = { quietFrom: "00:00", quietUntil: "23:59" };
    const chosen = { kind: "webhook", name: "Team", settings, events: ["mail_failed"], ...quiet };
    const { id } = await good(createChannel(admin(), { pageId: told.pageId, ...chosen }));
    await setPolicy({ escalateChannelIds: [id], escalatePersonIds: [] });
    await fire();
    await pass(16);
    expect(await noticesOf()).toMatchObject([{ audience: "team", subjectId: source }]);
    const ctx = told.deployment.ctx();
    const [rows] = await readBatch(
      ctx,
      ctx.db.select().from(channelDeliveryTable).where(eq(channelDeliveryTable.channelId, id)),
    );
    expect(rows[0]?.attempt).toBeGreaterThan(0);
  });

  test("many at once are one message to each; what fires later has its own time", async () => {
    await setPolicy();
    for (const key of ["a", "b", "c"]) await fire(key);
    await pass(10);
    await fire("d");
    await pass(6);
    expect(received().get("ann@example.com")).toBe(1);
    expect(mails()[0]?.subject).toContain("Alerts not acknowledged: 3");
    await pass(10);
    expect(received().get("ann@example.com")).toBe(2);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["it recovered", () => say(told, source, "resolved")],
    [
      "somebody acknowledged it",
      async () => good(acknowledgeAlert(admin(), { pageId: told.pageId, id: (await alertRow()).id })),
    ],
    ["the policy was switched off", () => setPolicy({ escalates: false })],
  ])("not where %s", async (_, does) => {
    await setPolicy();
    await fire();
    await pass(5);
    await does();
    await pass(20);
    expect(received().size).toBe(0);
  });

  test("not while it is muted, and within two minutes of the mute's early end", async () => {
    await setPolicy();
    await fire();
    const subject = { kind: "component" as const, id: told.components[0] };
    await execute(
      told,
      `INSERT OR IGNORE INTO rule_component (page_id, rule_id, component_id, status)
      SELECT page_id, id, '${told.components[0]}', 'major_outage' FROM rule WHERE source_id = '${source}'`,
    );
    await good(muteNotifications(told.as("responder"), { pageId: told.pageId, subject, minutes: 600 }));
    await pass(20);
    expect(received().size).toBe(0);
    await good(unmuteNotifications(told.as("responder"), { pageId: told.pageId, subject }));
    await pass(3);
    expect(received().size).toBe(1);
  });

  test("a policy that is switched on takes up what has fired for long", async () => {
    await fire();
    await pass(30);
    await setPolicy();
    await pass(1);
    expect(received().size).toBe(1);
  });

  test("fires again: told anew from the start", async () => {
    await setPolicy({ escalateTimes: 1 });
    await fire();
    await pass(16);
    await say(told, source, "resolved");
    await pass(10);
    await fire();
    await pass(14);
    expect(received().get("ann@example.com")).toBe(1);
    await pass(2);
    expect(received().get("ann@example.com")).toBe(2);
  });
});

describe("once", () => {
  const unit = () => ({ kind: "escalation" as const, pageId: told.pageId, id: told.pageId, dueAt: 0, tries: 0 });

  test("ten ticks at once make one message, which nothing makes again", async () => {
    await setPolicy();
    await fire();
    told.deployment.clock.now += 16 * minute;
    const ticks = Array.from({ length: 10 }, () =>
      escalatePages(told.deployment.ctx({ kind: "machine", id: "tick" }), [unit()]),
    );
    await Promise.all(ticks);
    expect(await noticesOf()).toHaveLength(1);
  });

  test("where a page has no policy nothing is due", async () => {
    await fire();
    const ctx = told.deployment.ctx();
    const [[row]] = await readBatch(ctx, ctx.db.select().from(pageTable).where(eq(pageTable.id, told.pageId)));
    expect(row?.escalationDueAt).toBeNull();
  });

  test("a policy that names nobody, or half of its hours, is refused; the API's page says it whole", async () => {
    const given = { pageId: told.pageId, escalates: true };
    expect(await failureOf(updatePage(admin(), given))).toMatchObject({
      name: "invalid",
      fields: { escalatePersonIds: expect.anything() },
    });
    const half = { ...given, escalatePersonIds: ["ann"], escalateQuietFrom: "22:00" };
    expect(await failureOf(updatePage(admin(), half))).toMatchObject({
      name: "invalid",
      fields: { escalateQuietUntil: expect.anything() },
    });
    await setPolicy();
    expect(await good(readPage(admin(), { pageId: told.pageId }))).toMatchObject({
      escalates: true,
      escalateAfter: 15,
    });
  });
});

describe("the link of a mail", () => {
  const visitor = () => told.deployment.ctx();

  async function link(): Promise<string> {
    await setPolicy({ escalatePersonIds: ["ann", "bob"] });
    await fire();
    await pass(16);
    const [token = ""] = tokens();
    return token;
  }

  test("looking changes nothing; pressing acknowledges as that person, twice is once, and it stops the rest", async () => {
    const token = await link();
    for (let look = 0; look < 3; look++) {
      expect(await good(readAcknowledgementByLink(visitor(), { token }))).toMatchObject({
        pageName: "Acme",
        over: false,
      });
    }
    expect((await alertRow()).acknowledgedAt).toBeNull();
    for (const commitId of ["c1", "c1", "c2"]) await good(acknowledgeAlertsByLink(visitor(), { token, commitId }));
    const row = await alertRow();
    expect(["ann", "bob"]).toContain(row.acknowledgedBy);
    const ctx = visitor();
    const [audited] = await readBatch(
      ctx,
      ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.action, "alert.acknowledge")),
    );
    expect(audited).toMatchObject([{ actorKind: "person", actorId: row.acknowledgedBy, subjectId: row.id }]);
    expect(await good(readAcknowledgementByLink(visitor(), { token }))).toMatchObject({ over: true });
    await pass(60);
    expect(Object.fromEntries(received())).toEqual({ "ann@example.com": 1, "bob@example.com": 1 });
  });

  test("each person has their own; not altered, not after a day, not who has left the page", async () => {
    const token = await link();
    expect(new Set(tokens()).size).toBe(2);
    const gone = { name: "gone" };
    const altered = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    for (const wrong of [altered, "x", `${"a".repeat(8)}.${"b".repeat(60)}`])
      expect(await failureOf(acknowledgeAlertsByLink(visitor(), { token: wrong }))).toEqual(gone);
    await execute(told, "DELETE FROM membership WHERE person_id IN ('ann', 'bob')");
    expect(await failureOf(acknowledgeAlertsByLink(visitor(), { token }))).toEqual(gone);
    await execute(
      told,
      "INSERT INTO membership (page_id, person_id, role, created_at) SELECT id, 'ann', 'responder', 1 FROM page",
    );
    await execute(
      told,
      "INSERT INTO membership (page_id, person_id, role, created_at) SELECT id, 'bob', 'viewer', 1 FROM page",
    );
    const asked = await Promise.all(tokens().map((each) => acknowledgeAlertsByLink(visitor(), { token: each })));
    expect(asked.map(({ ok }) => ok).sort()).toEqual([false, true]);
    told.deployment.clock.now += 25 * 60 * minute;
    for (const each of tokens())
      expect(await failureOf(acknowledgeAlertsByLink(visitor(), { token: each }))).toEqual(gone);
  });

  test("not a later firing of the same alert", async () => {
    const token = await link();
    await say(told, source, "resolved");
    await pass(10);
    await fire();
    await good(acknowledgeAlertsByLink(visitor(), { token }));
    expect((await alertRow()).acknowledgedAt).toBeNull();
  });
});
