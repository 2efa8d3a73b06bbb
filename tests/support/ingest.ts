import { eq } from "drizzle-orm";
import { runBatch } from "~/db/commit";
import { read } from "~/db/read";
import { alert, delivery, episode, settle, source } from "~/db/schema";
import { insertRows } from "~/db/write";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { routingKeyOf } from "~/rules/alerts/routing-key";
import { ok } from "~/rules/basics/failure";
import { accept } from "~/usecases/alerts/accept";
import type { TestDeployment } from "./database";

export interface TestSource {
  id: string;
  pageId: string;
  token: string;
}

interface Wish {
  kind?: string;
  settings?: object;
  heartbeatSeconds?: number;
}

/** A source with its own page and settle row, as the form would leave it. */
export async function makeSource(deployment: TestDeployment, wish: Wish = {}): Promise<TestSource> {
  const ctx = deployment.ctx();
  const [id, pageId, now] = [ctx.id(), ctx.id(), ctx.now()];
  const isShort = sourceOf(wish.kind ?? "")?.addressKey === "routing_key";
  const token = isShort ? routingKeyOf(ctx.token()) : ctx.token();
  const sealed = {
    tokenSealed: await ctx.secrets.seal(token),
    settingsSealed: await ctx.secrets.seal(JSON.stringify(wish.settings ?? {})),
  };
  const words = {
    kind: wish.kind ?? "alertmanager",
    name: "Prometheus",
    heartbeatSeconds: wish.heartbeatSeconds ?? null,
  };
  const row = {
    id,
    pageId,
    tokenHash: await ctx.secrets.hash(token),
    ...sealed,
    ...words,
    createdAt: now,
    updatedAt: now,
  };
  await runBatch(ctx, [...insertRows(source, [row]), ...insertRows(settle, [{ pageId, wanted: 0 }])]);
  return { id, pageId, token };
}

const bytesOf = (body: unknown) =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));

export function post(ctx: Ctx, from: { token: string }, body: unknown, headers: Record<string, string> = {}) {
  const sent = new Headers({ "content-type": "application/json", ...headers });
  return accept(ctx, { token: from.token, headers: sent, body: ok(bytesOf(body)) });
}

export interface TestAlert {
  key: string;
  status?: string;
  startsAt?: number;
  endsAt?: number;
  [more: string]: unknown;
}

const iso = (at: number | undefined) => (at === undefined ? "0001-01-01T00:00:00Z" : new Date(at).toISOString());

/** A body as Alertmanager sends it. */
export const group = (alerts: TestAlert[], more: object = {}) => ({
  version: "4",
  groupKey: "g",
  status: alerts.some((each) => each.status !== "resolved") ? "firing" : "resolved",
  alerts: alerts.map(({ key, status = "firing", startsAt, endsAt, ...rest }) => ({
    status,
    labels: { alertname: "Down", instance: key },
    annotations: { summary: `${key} is down` },
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    fingerprint: key,
    ...rest,
  })),
  ...more,
});

/** Everything that a source has left. */
export async function rowsOf(ctx: Ctx, { id, pageId }: TestSource) {
  const { db } = ctx;
  const [deliveries, alerts, episodes, [settling]] = await read(
    ctx,
    db.select().from(delivery).where(eq(delivery.sourceId, id)),
    db.select().from(alert).where(eq(alert.sourceId, id)),
    db.select().from(episode).where(eq(episode.pageId, pageId)),
    db.select().from(settle).where(eq(settle.pageId, pageId)),
  );
  return { deliveries, alerts, episodes, wanted: settling?.wanted ?? 0, recoveredAt: settling?.recoveredAt ?? null };
}
