import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { alertTable, componentTable, incidentComponentTable, incidentTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { good } from "./desk";
import { type Hook, startHook } from "./hook";
import { group, post } from "./ingest";
import { aPage, aRule, arrange, someSubscribers, type TestPage } from "./scenario";
import { addPerson } from "./sign-in-mail";
import { openTold, type Told } from "./told";

export const minute = 60_000;

export interface Heard {
  at: number;
  type: string;
  title: string;
  text: string;
  severity: string | null;
  thread: { id: string };
  facts: { name: string; value: string }[];
}

/** Recipients: Ann by email, and a channel, perhaps in its quiet hours. */
export interface Reach {
  mail: boolean;
  channel: { quietFrom?: string; quietUntil?: string } | null;
}

/**
 * A page `shop` with a mail server: Ann, who is a responder, one subscriber, and a channel for opened and worsened
 * incidents.
 */
export interface AlertStage {
  told: Told;
  page: TestPage;
  as(role: "admin" | "responder"): Ctx;
  /** Adds a rule of the page's source for alerts of this job; components → status. */
  ruled(job: string, components: readonly string[], over?: Record<string, unknown>): Promise<void>;
  /** Returns a rule's hold, in seconds. */
  holdOf(ruleId: string): number;
  fire(name: string, more?: { job?: string; severity?: string; key?: string; token?: string }): Promise<void>;
  /** Sends many alerts in one delivery. */
  deliver(alerts: Parameters<typeof group>[0]): Promise<void>;
  recover(name: string, more?: { key?: string; token?: string }): Promise<void>;
  /** Lets minutes pass, each with its tick and with the sender, which the queue calls. */
  pass(minutes: number): Promise<void>;
  /** Returns what the channel received. */
  heard(): Heard[];
  mailsTo(address: string): { subject: string; text: string }[];
  /** Returns open incidents of the page, with the statuses that they give. */
  open(): Promise<OpenNow[]>;
  alerts(): Promise<(typeof alertTable.$inferSelect)[]>;
  components(): Promise<(typeof componentTable.$inferSelect)[]>;
  close(): Promise<void>;
}

export interface OpenNow {
  id: string;
  title: string;
  origin: string;
  visibility: string;
  impact: string;
  recovered: boolean;
  says: Record<string, string>;
}

const wanted = ["draft_opened", "incident_opened", "incident_worsened", "unassigned"];

async function openNow(told: Told, pageId: string): Promise<OpenNow[]> {
  const ctx = told.deployment.ctx();
  const [incidents, named] = await readBatch(
    ctx,
    ctx.db.select().from(incidentTable),
    ctx.db.select().from(incidentComponentTable),
  );
  return incidents
    .filter((each) => each.pageId === pageId && !each.closed)
    .map(({ id, title, origin, visibility, impact, impactOverride, recoveredAt }) => ({
      ...{ id, title, origin, visibility, impact: impactOverride ?? impact, recovered: recoveredAt !== null },
      says: Object.fromEntries(
        named.filter((each) => each.incidentId === id).map(({ componentId, status }) => [componentId, status]),
      ),
    }));
}

export async function openAlertStage(components = 3, reach: Reach = { mail: true, channel: {} }): Promise<AlertStage> {
  const told = await openTold({
    mailer: reach.mail,
    bindings: { UPFRONT_INGEST_LIMIT: "0", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" },
  });
  const { deployment } = told;
  const page = await arrange(deployment, aPage({ slug: "shop", components, holdSeconds: 120 }));
  await addPerson(deployment, { id: "ann", pageId: page.id, role: "responder" });
  await arrange(deployment, someSubscribers(page.id, 1));
  const hook: Hook = await startHook();
  const calls: Heard[] = [];
  hook.answer(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: Omit<Heard, "at" | "type"> };
    const { severity = null, ...said } = data;
    calls.push({ ...said, at: deployment.clock.now, type, severity });
    return { status: 200 };
  });
  const as: AlertStage["as"] = (role) => ({
    ...deployment.ctx({ kind: "person", id: role, operator: false, sessionId: "s" }),
    member: { pageId: page.id, role },
  });
  const settings = { url: `${hook.url}/team` };
  const given = { pageId: page.id, kind: "webhook", name: "Team", settings, events: wanted };
  if (reach.channel) await good(createChannel(as("admin"), { ...given, ...reach.channel }));
  const starts = new Map<string, number>();
  const holds = new Map([[page.ruleId, 120]]);
  const deliver = async (sent: Parameters<typeof group>[0], token = page.token) => {
    const answer = await post(deployment.ctx(), { token }, group(sent));
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    await deployment.settled();
  };
  const send = (sent: Parameters<typeof group>[0][number], token?: string) => deliver([sent], token);
  const rowsOf = async <T>(query: (ctx: Ctx) => Promise<T>) => query(deployment.ctx());
  return {
    told,
    page,
    as,
    async ruled(job, names, over = {}) {
      const match = { labels: { job } };
      const rule = {
        id: `rule-${job}`,
        position: 0,
        catchAll: false,
        match,
        mode: "publish",
        holdSeconds: 120,
        ...over,
      };
      holds.set(rule.id, rule.holdSeconds);
      await arrange(deployment, aRule({ id: page.sourceId, pageId: page.id }, { ...rule, components: names }));
    },
    deliver: (sent) => deliver(sent),
    holdOf: (id) => holds.get(id) ?? 0,
    async fire(name, { job = "", severity, key = name, token } = {}) {
      starts.set(key, deployment.clock.now);
      const labels = { alertname: name, job, ...(severity ? { severity } : {}) };
      await send({ key, startsAt: deployment.clock.now, labels, annotations: { summary: name } }, token);
    },
    async recover(name, { key = name, token } = {}) {
      const startsAt = starts.get(key) ?? 0;
      await send({ key, status: "resolved", startsAt, endsAt: deployment.clock.now }, token);
    },
    async pass(minutes) {
      for (let passed = 0; passed < minutes; passed++) {
        deployment.clock.now += minute;
        await handleCronTick(deployment.ctx(), deployment.clock.now);
        await deployment.settled();
        await told.sendAll();
      }
    },
    heard: () => calls,
    mailsTo: (address) =>
      told.smtp.mails
        .filter(({ recipient }) => recipient === address)
        .map(({ subject, text }) => ({ subject: subject ?? "", text: text ?? "" })),
    open: () => openNow(told, page.id),
    alerts: () => rowsOf(async (ctx) => (await readBatch(ctx, ctx.db.select().from(alertTable)))[0]),
    components: () => rowsOf(async (ctx) => (await readBatch(ctx, ctx.db.select().from(componentTable)))[0]),
    async close() {
      await deployment.settled();
      await hook.close();
      await told.close();
    },
  };
}
