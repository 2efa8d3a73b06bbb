import { eq } from "drizzle-orm";
import { afterEach, beforeEach } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeBatchTable, noticeTable, subscriberTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { sendDueNoticesOfContactWay, sendNotices } from "~/notifications/engine/send";
import type { Ctx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { type Desk, good, openDesk } from "./desk";
import { nodeOutbound } from "./outbound";
import { type Smtp, setMailer, startSmtp } from "./smtp";

/** A desk with a real mail server that receives the deployment's emails. */
export interface Told extends Desk {
  smtp: Smtp;
  /** Returns the number of emails by address. */
  received(): Map<string, number>;
  send(): ReturnType<typeof sendNotices>;
  /** Sends until nothing more can be sent at once. */
  sendAll(): Promise<void>;
  close(): Promise<void>;
}

interface ToldOptions {
  mailer?: boolean;
  /** Bindings of the deployment, beside the usual ones. */
  bindings?: Partial<Bindings>;
}

export async function openTold({ mailer = true, bindings }: ToldOptions = {}): Promise<Told> {
  const desk = await openDesk(bindings);
  const smtp = await startSmtp({});
  desk.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8", "::1"] });
  if (mailer) await setMailer(desk.deployment, smtp);
  const send = async () => {
    const ctx = desk.deployment.ctx();
    const { left, ways, ...sent } = await sendNotices(ctx);
    const others = await Promise.all(ways.map((way) => sendDueNoticesOfContactWay(desk.deployment.ctx(), way)));
    return { ...sent, ways, left: left || others.some((each) => each.left) };
  };
  return {
    ...desk,
    smtp,
    received() {
      const counts = new Map<string, number>();
      for (const { recipient } of smtp.mails) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
      return counts;
    },
    send,
    async sendAll() {
      while ((await send()).left);
      await desk.deployment.settled();
    },
    async close() {
      await smtp.close();
      await desk.close();
    },
  };
}

/** Opens a published incident on the first component, without sending anything yet. */
export async function open({ deployment, pageId, components, as }: Desk, over: Record<string, unknown> = {}) {
  deployment.clock.now += 1000;
  const { id } = await good(
    openIncident(quiet(as("responder")), {
      pageId,
      title: "Orders are late",
      body: "We look into it.",
      status: "investigating",
      components: { [components[0]]: "partial_outage" },
      ...over,
    }),
  );
  return id;
}

export async function update({ deployment, pageId, as }: Desk, id: string, body: string, status = "identified") {
  deployment.clock.now += 1000;
  await good(postIncidentUpdate(quiet(as("responder")), { pageId, id, body, status: status as "identified" }));
}

/** Drops deferred work, as when the invocation ends at the answer: only what was written remains. */
export const quiet = (ctx: Ctx): Ctx => ({
  ...ctx,
  defer: (work) => void work.catch(() => undefined),
  bindings: { ...ctx.bindings, WAKE: deaf },
});

const deaf = { send: async () => undefined } as unknown as Queue<unknown>;

export async function noticesOf({ deployment, pageId }: Told) {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable).where(eq(noticeTable.pageId, pageId)).orderBy(noticeTable.createdAt),
  );
  return rows;
}

export async function batchesOf({ deployment }: Told, noticeId: string) {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(noticeBatchTable).where(eq(noticeBatchTable.noticeId, noticeId)),
  );
  return rows;
}

export async function subscribersOf({ deployment, pageId }: Told) {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(subscriberTable).where(eq(subscriberTable.pageId, pageId)));
  return rows;
}

export const execute = ({ deployment }: Told, sql: string, ...params: unknown[]) =>
  runBatch(deployment.ctx(), [{ sql, params }]);

/** Opens a desk with a mail server for each test of the file, under one name, with the usual helpers. */
export function toldForEach() {
  let current: Told;
  beforeEach(async () => {
    current = await openTold();
  });
  afterEach(() => current.close());
  const told = new Proxy({} as Told, { get: (_, name) => Reflect.get(current, name) });
  return {
    told,
    later(milliseconds: number): void {
      told.deployment.clock.now += milliseconds;
    },
    outcomes: async () => (await noticesOf(told)).map(({ outcome }) => outcome),
  };
}
