import { eq } from "drizzle-orm";
import { acceptDelivery } from "~/alerts/accept";
import { readBatch } from "~/db/read";
import { alertTable, deliveryTable, episodeTable, settleTable } from "~/db/schema";
import { ok } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { TestSource } from "./scenario";

const bytesOf = (body: unknown) =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));

export function post(ctx: Ctx, from: { token: string }, body: unknown, headers: Record<string, string> = {}) {
  const sent = new Headers({ "content-type": "application/json", ...headers });
  return acceptDelivery(ctx, { token: from.token, headers: sent, body: ok(bytesOf(body)) });
}

export interface TestAlert {
  key: string;
  status?: string;
  startsAt?: number;
  endsAt?: number;
  [more: string]: unknown;
}

const iso = (at: number | undefined) => (at === undefined ? "0001-01-01T00:00:00Z" : new Date(at).toISOString());

/** Returns a body as Alertmanager sends it. */
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

/** Returns all rows that a source has created. */
export async function rowsOf(ctx: Ctx, { id, pageId }: TestSource) {
  const { db } = ctx;
  const [deliveries, alerts, episodes, [settling]] = await readBatch(
    ctx,
    db.select().from(deliveryTable).where(eq(deliveryTable.sourceId, id)),
    db.select().from(alertTable).where(eq(alertTable.sourceId, id)),
    db.select().from(episodeTable).where(eq(episodeTable.pageId, pageId)),
    db.select().from(settleTable).where(eq(settleTable.pageId, pageId)),
  );
  return { deliveries, alerts, episodes, wanted: settling?.wanted ?? 0, recoveredAt: settling?.recoveredAt ?? null };
}
