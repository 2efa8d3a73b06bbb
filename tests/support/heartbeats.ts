import { eq } from "drizzle-orm";
import { runBatch } from "~/db/commit";
import { read } from "~/db/read";
import { alert, episode, heartbeat, page, pingBody, rule, ruleComponent, source } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { Recorded } from "~/usecases/heartbeats/record";
import { type Ping, recordPing } from "~/usecases/heartbeats/record";
import type { TestDeployment } from "./database";
import { put, type TestPage } from "./page";

export interface TestHeartbeat {
  id: string;
  uuid: string;
  slug: string;
}

export type HeartbeatValues = Partial<typeof heartbeat.$inferInsert> & { holdSeconds?: number };

let made = 0;

/** A heartbeat of that page: once a minute, a minute of grace; its rule opens no incident by itself. */
export async function makeHeartbeat(
  deployment: TestDeployment,
  of: Pick<TestPage, "id" | "components">,
  { holdSeconds = 0, ...values }: HeartbeatValues = {},
): Promise<TestHeartbeat> {
  made += 1;
  const ctx = deployment.ctx();
  const now = deployment.clock.now;
  const [id, uuid, pageId] = [`heartbeat-${made}`, ctx.uuid(), of.id];
  const times = { createdAt: now, updatedAt: now };
  const sealed = { tokenHash: await ctx.secrets.hash(uuid), tokenSealed: await ctx.secrets.seal(uuid) };
  const kind = { family: "heartbeat" as const, kind: "heartbeat", settingsSealed: await ctx.secrets.seal("{}") };
  await put(deployment, source, [
    { id, pageId, name: "Nightly backup", silentSince: now, ...kind, ...sealed, ...times },
  ]);
  const schedule = { kind: "simple" as const, periodSeconds: 60 };
  const fixed = { id, pageId, slug: "", tags: [], pings: [], schedule, graceSeconds: 60, stateSince: now, ...times };
  await put(deployment, heartbeat, [{ ...fixed, ...values }]);
  const ruled = { match: {}, mode: "none", holdSeconds, resolveAfterSeconds: 0, groupBy: [], catchAll: true };
  const ruleId = `rule-${id}`;
  await put(deployment, rule, [{ id: ruleId, pageId, sourceId: id, position: 0, ...ruled, ...times }]);
  const componentId = of.components[0] as string;
  await put(deployment, ruleComponent, [{ pageId, ruleId, componentId, status: "major_outage" }]);
  return { id, uuid, slug: values.slug ?? "" };
}

/** Gives the page this ping key. */
export async function setPingKey(deployment: TestDeployment, pageId: string, pingKey: string): Promise<void> {
  const { secrets } = deployment.ctx();
  const sealed = { pingKeyHash: await secrets.hash(pingKey), pingKeySealed: await secrets.seal(pingKey) };
  await runBatch(deployment.ctx(), updateRows(page, pageId, [{ id: pageId, ...sealed }]));
}

type Told = Partial<Omit<Ping, "body">> & { text?: string };

/** One ping by uuid, as a job sends it. */
export function sendPing(
  ctx: Ctx,
  { uuid }: { uuid: string },
  { text = "", ...told }: Told = {},
): Promise<Result<Recorded>> {
  const body = { bytes: new TextEncoder().encode(text), truncated: false };
  const sent = { action: "success" as const, create: false, method: "POST", from: "192.0.2.1", agent: "curl/8" };
  return recordPing(ctx, { address: { uuid }, ...sent, ...told, body });
}

/** All that is kept of one heartbeat. */
export async function heartbeatRows(ctx: Ctx, id: string) {
  const { db } = ctx;
  const [[row], bodies, alerts, episodes, [of]] = await read(
    ctx,
    db.select().from(heartbeat).where(eq(heartbeat.id, id)),
    db.select().from(pingBody).where(eq(pingBody.heartbeatId, id)),
    db.select().from(alert).where(eq(alert.sourceId, id)),
    db.select().from(episode),
    db.select().from(source).where(eq(source.id, id)),
  );
  if (!row) throw new Error(`no heartbeat ${id}`);
  const mine = new Set(alerts.map((each) => each.id));
  return {
    row,
    bodies,
    alerts,
    episodes: episodes.filter((each) => mine.has(each.alertId)),
    silentSince: of?.silentSince,
  };
}
