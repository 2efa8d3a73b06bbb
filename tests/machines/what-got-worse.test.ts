import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { readTeamMessage } from "~/notifications/letters/engine/team-message";
import type { Ctx } from "~/platform/ctx";
import { good } from "../support/desk";
import { type Hook, startHook } from "../support/hook";
import { group, post } from "../support/ingest";
import { aPage, aRule, arrange, put, type TestPage } from "../support/scenario";
import { addPerson } from "../support/sign-in-mail";
import { execute, openTold, type Told } from "../support/told";

/** What the team is told of an incident while its alerts change it: by mail, and on channels with choices of their own. */
const minute = 60_000;
let told: Told;
let page: TestPage;
let hook: Hook;

const asAdmin = (): Ctx => ({
  ...told.deployment.ctx({ kind: "person", id: "admin", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "admin" },
});

beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_INGEST_LIMIT: "0", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  page = await arrange(told.deployment, aPage({ slug: "shop", holdSeconds: 0 }));
  const [orders = "", payments = ""] = page.components;
  const critical = { position: 0, catchAll: false, match: { severities: ["critical"] }, holdSeconds: 0 };
  await arrange(
    told.deployment,
    aRule({ id: page.sourceId, pageId: page.id }, { id: "critical", ...critical, components: [orders, payments] }),
  );
  await execute(told, "UPDATE rule SET shows_title = 0");
  await execute(told, "UPDATE rule_component SET status = 'degraded_performance' WHERE rule_id = ?1", page.ruleId);
  await addPerson(told.deployment, { id: "ann", pageId: page.id, role: "responder" });
  hook = await startHook();
});
afterEach(async () => {
  await told.deployment.settled();
  await hook.close();
  await told.close();
});

async function listen(name: string, given: object = {}): Promise<void> {
  const events = ["draft_opened", "incident_opened", "incident_worsened", "unassigned"];
  const settings = { url: `${hook.url}/${name}` };
  await good(createChannel(asAdmin(), { pageId: page.id, kind: "webhook", name, settings, events, ...given }));
}

async function pass(milliseconds: number): Promise<void> {
  told.deployment.clock.now += milliseconds;
  await handleCronTick(told.deployment.ctx(), told.deployment.clock.now);
  await told.deployment.settled();
}

const labelled = (alertname: string, severity?: string) => ({
  labels: { alertname, ...(severity ? { severity } : {}) },
  annotations: { summary: alertname },
});

async function fire(name: string, severity?: string): Promise<void> {
  const startsAt = told.deployment.clock.now;
  await post(told.deployment.ctx(), page, group([{ key: name, startsAt, ...labelled(name, severity) }]));
  await told.deployment.settled();
}

const heard = (name: string) =>
  hook.received.filter(({ path }) => path === `/${name}`).map(({ body }) => JSON.parse(body) as Heard);

interface Heard {
  type: string;
  data: Record<"title" | "text" | "severity", string> & {
    thread: unknown;
    facts: { name: string; value: string }[];
    link: { url: string };
  };
}

const slow = async () => {
  await fire("Replica lags", "warning");
  for (let round = 0; round < 6; round++) await pass(minute);
};

const worse = async () => {
  await fire("All payments fail", "critical");
  for (let round = 0; round < 2; round++) await pass(minute);
};

test("a critical alert that joins a draft is told with its name, its severity and what it affects, in one thread", async () => {
  await listen("all");
  await slow();
  await worse();
  const [draft, news, ...more] = heard("all");
  expect(more).toEqual([]);
  expect(draft).toMatchObject({ type: "draft_opened", data: { title: "Draft: Replica lags", severity: "warning" } });
  expect(news).toMatchObject({
    type: "incident_worsened",
    data: {
      title: "Getting worse: All payments fail",
      text: `New alerts: 1\nNewly affected or worse: ${page.components.join(" and ")}`,
      severity: "critical",
      thread: draft?.data.thread,
      link: { url: draft?.data.link.url },
    },
  });
  expect(news?.data.facts).toEqual([
    { name: "Severity", value: "Critical" },
    { name: "Status", value: "Investigating" },
    ...page.components.map((name) => ({ name, value: "Major outage" })),
  ]);
});

test("the team’s mail names the alert and its severity", async () => {
  await worse();
  const [mail] = told.smtp.mails;
  expect(mail?.subject).toContain("Draft: All payments fail");
  expect(mail?.text).toContain("Critical");
  expect(mail?.text).not.toContain("Warning");
  expect(mail?.text).toContain(`${page.components[0]}: Major outage`);
});

test("a mail about what got worse stands in the thread of the draft’s", async () => {
  await slow();
  await worse();
  const [draft, news] = told.smtp.mails;
  expect(news?.subject).toContain("Getting worse: All payments fail");
  const references = (raw = "") => /^References: (.+)$/m.exec(raw)?.[1];
  expect(references(draft?.raw)).toMatch(/^<.+>$/);
  expect(references(news?.raw)).toBe(references(draft?.raw));
});

describe("a channel’s choice", () => {
  test("of a component hears that it is affected now, and not before", async () => {
    await listen("payments", { componentIds: [page.components[1]] });
    await slow();
    expect(heard("payments")).toEqual([]);
    await worse();
    expect(heard("payments").map(({ type }) => type)).toEqual(["incident_worsened"]);
  });

  test("of quiet hours hears at their end what came in them, in one message", async () => {
    const [, payments = ""] = page.components;
    await listen("night", { quietFrom: "12:10", quietUntil: "12:40" });
    await slow();
    for (let round = 0; round < 6; round++) await pass(minute);
    await fire("Queue is long", "warning");
    for (let round = 0; round < 6; round++) await pass(minute);
    await worse();
    expect(heard("night").map(({ type }) => type)).toEqual(["draft_opened"]);
    for (let round = 0; round < 30; round++) await pass(minute);
    const [, news, ...more] = heard("night");
    expect(more).toEqual([]);
    expect(news?.data.text).toContain("New alerts: 2");
    expect(news?.data.text).toContain(payments);
    const notices = (await readBatch(told.deployment.ctx(), told.deployment.ctx().db.select().from(noticeTable)))[0];
    expect(notices.filter(({ kind }) => kind === "incident_worsened")).toHaveLength(2);
  });

  test("of a severity hears the alert’s, which no impact says", async () => {
    await listen("critical", { minimumSeverity: "critical" });
    await slow();
    expect(heard("critical")).toEqual([]);
    await execute(told, "UPDATE rule_component SET status = 'degraded_performance'");
    await worse();
    expect(heard("critical")).toMatchObject([{ type: "incident_worsened", data: { severity: "critical" } }]);
  });

  test("of a severity hears an alert that says none: nobody knows that it is harmless", async () => {
    await listen("critical", { minimumSeverity: "critical" });
    await fire("Odd");
    for (let round = 0; round < 2; round++) await pass(minute);
    expect(heard("critical")).toMatchObject([{ type: "draft_opened", data: { severity: "warning" } }]);
  });
});

test("nothing is told while the page is muted", async () => {
  await listen("all");
  await slow();
  const until = told.deployment.clock.now + 60 * minute;
  await execute(told, "UPDATE page SET muted_until = ?1 WHERE id = ?2", until, page.id);
  await worse();
  expect(heard("all").map(({ type }) => type)).toEqual(["draft_opened"]);
});

const noticeOf = async (kind: string) => {
  const ctx = told.deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.pageId, page.id)));
  const found = rows.find((each) => each.kind === kind);
  if (!found) throw new Error(`no notice of ${kind}`);
  return found;
};

const messageOf = async (row: Awaited<ReturnType<typeof noticeOf>>) =>
  (await readTeamMessage(told.deployment.ctx(), row))?.message ?? null;

test("what leaves late says what is true by then", async () => {
  await slow();
  await worse();
  const news = await noticeOf("incident_worsened");
  expect(await messageOf(news)).toMatchObject({ link: { text: "Open the draft" }, severity: "critical" });
  await execute(told, "UPDATE incident SET visibility = 'published'");
  expect(await messageOf(news)).toMatchObject({ link: { text: "Open the incident" } });
  await execute(
    told,
    "UPDATE incident_component SET status = 'operational' WHERE component_id = ?1",
    page.components[1],
  );
  expect((await messageOf(news))?.text).toBe(`New alerts: 1\nNewly affected or worse: ${page.components[0]}`);
  await execute(told, "UPDATE page SET muted_until = ?1", told.deployment.clock.now + minute);
  expect(await messageOf(news)).toBeNull();
  await execute(told, "UPDATE page SET muted_until = NULL");
  await execute(told, "UPDATE incident SET closed = 1");
  expect(await messageOf(news)).toBeNull();
});

test("a message reads one row for each alert that fires, three where it counts what is new, and writes none", async () => {
  const cost = async (kind: string) => {
    const [row, ctx] = [await noticeOf(kind), told.deployment.ctx()];
    await readTeamMessage(ctx, row);
    expect(ctx.meter.written).toBe(0);
    return ctx.meter.read;
  };
  const costs = async () => [await cost("draft_opened"), await cost("incident_worsened")] as const;
  await slow();
  await worse();
  const few = await costs();
  const startsAt = told.deployment.clock.now;
  const lags = (n: number) => ({ key: `a${n}`, startsAt, ...labelled("Replica lags", "warning") });
  await post(told.deployment.ctx(), page, group(Array.from({ length: 100 }, (_, n) => lags(n))));
  await told.deployment.settled();
  const many = await costs();
  expect(Math.max(...few)).toBeLessThanOrEqual(40);
  expect(many[0] - few[0]).toBeLessThanOrEqual(100);
  expect(many[1] - few[1]).toBeLessThanOrEqual(300);
});

describe("what is unassigned", () => {
  const bear = (scope: Record<string, unknown>, subjectId = page.sourceId) => {
    const now = told.deployment.clock.now;
    const times = { createdAt: now, dueAt: now, expiresAt: now + 60 * minute };
    const about = { kind: "unassigned" as const, audience: "team" as const, lane: 4 };
    return put(told.deployment, noticeTable, [
      { id: `n${subjectId}`, pageId: page.id, subjectId, sequence: now, scope, ...about, ...times },
    ]);
  };

  test("an alert without a rule has the form of one as its button, until a rule takes it", async () => {
    await execute(told, "DELETE FROM rule");
    await listen("all");
    const after = told.deployment.clock.now - 1;
    await fire("All payments fail", "critical");
    await bear({ reason: "no_rule", after, until: told.deployment.clock.now });
    const row = await noticeOf("unassigned");
    expect(await messageOf(row)).toMatchObject({
      title: "No rule for this alert: All payments fail",
      severity: "critical",
      link: { text: "Create a rule", url: expect.stringContaining(`/sources/${page.sourceId}/rules/new?alert=`) },
      thread: { id: page.sourceId, open: true },
    });
    await execute(told, "UPDATE source SET muted_until = ?1", told.deployment.clock.now + minute);
    expect(await messageOf(row)).toBeNull();
    await execute(told, "UPDATE source SET muted_until = NULL");
    await arrange(told.deployment, aRule({ id: page.sourceId, pageId: page.id }, { components: page.components }));
    expect(await messageOf(row)).toBeNull();
  });

  test("an incident whose monitor was deleted is told until it is closed", async () => {
    await slow();
    const { subjectId } = await noticeOf("draft_opened");
    await bear({ reason: "monitor_deleted" }, subjectId);
    const row = await noticeOf("unassigned");
    expect(await messageOf(row)).toMatchObject({
      title: "No monitor left: Replica lags",
      link: { url: expect.stringMatching(/\/incidents\/\w+$/) },
      thread: { id: subjectId, open: true },
    });
    await execute(told, "UPDATE incident SET closed = 1");
    expect(await messageOf(row)).toBeNull();
  });
});
