import { eq } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { alertTable, episodeTable, heartbeatTable, pingBodyTable, sourceTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import type { PingResult } from "~/heartbeats/record";
import { type ReceivedPing, recordPing } from "~/heartbeats/record";
import type { Ctx } from "~/platform/ctx";

type Told = Partial<Omit<ReceivedPing, "body">> & { text?: string };

/** Sends one ping by uuid, as a job does. */
export function sendPing(
  ctx: Ctx,
  { uuid }: { uuid: string },
  { text = "", ...told }: Told = {},
): Promise<Result<PingResult>> {
  const body = { bytes: new TextEncoder().encode(text), truncated: false };
  const sent = { action: "success" as const, create: false, method: "POST", from: "192.0.2.1", agent: "curl/8" };
  return recordPing(ctx, { address: { uuid }, ...sent, ...told, body });
}

/** Returns all rows of one heartbeat. */
export async function heartbeatRows(ctx: Ctx, id: string) {
  const { db } = ctx;
  const [[row], bodies, alerts, episodes, [of]] = await readBatch(
    ctx,
    db.select().from(heartbeatTable).where(eq(heartbeatTable.id, id)),
    db.select().from(pingBodyTable).where(eq(pingBodyTable.heartbeatId, id)),
    db.select().from(alertTable).where(eq(alertTable.sourceId, id)),
    db.select().from(episodeTable),
    db.select().from(sourceTable).where(eq(sourceTable.id, id)),
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
