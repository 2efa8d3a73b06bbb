import { eq } from "drizzle-orm";
import { alertSignal } from "~/alerts/rules/signal";
import { settle } from "~/alerts/settling/engine/settle";
import { signalsOfPages, type Telling } from "~/alerts/settling/engine/signal";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { incident, source, statusChange } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Desk } from "./desk";

type Word = "firing" | "resolved";

/** Keeps what the checks of a page say of its alerts, as their own batch does. */
export async function keepSignals(ctx: Ctx, telling: Telling): Promise<void> {
  const signalled = await signalsOfPages(ctx, [telling]);
  await runBatch(
    ctx,
    signalled.flatMap(({ statements }) => statements),
  );
}

/** What a monitor or heartbeat says of an alert of its own at this moment, and then the settling of its page; it is new no more. */
export async function say(desk: Desk, sourceId: string, status: Word, key = "down"): Promise<void> {
  const ctx = desk.deployment.ctx({ kind: "machine", id: "checks" });
  const now = ctx.now();
  const times = status === "firing" ? { startedAt: now } : { endedAt: now };
  const signal = alertSignal({ key, status, title: `${key}: ${sourceId}`, severity: "critical", ...times });
  await runBatch(ctx, [{ sql: "UPDATE monitor SET state = 'up' WHERE id = ?1 AND state = 'new'", params: [sourceId] }]);
  await keepSignals(ctx, { pageId: desk.pageId, said: [{ sourceId, signals: [signal] }] });
  await settled(desk);
}

/** Who still settles what was done before would hold the page's lease. */
export async function settled(desk: Desk): Promise<void> {
  await desk.deployment.settled();
  await settle(desk.deployment.ctx({ kind: "machine", id: "settle" }), desk.pageId);
  await desk.deployment.settled();
}

/** It falls silent, or speaks again at that instant, as the checks write it down. */
export async function silence(desk: Desk, sourceId: string, since: number | null, spokeAt: number | null = null) {
  const ctx = desk.deployment.ctx();
  await runBatch(ctx, updateRows(source, desk.pageId, [{ id: sourceId, silentSince: since }]));
  await keepSignals(ctx, { pageId: desk.pageId, said: [], settles: true, recoveredAt: spokeAt });
  await settled(desk);
}

export async function later(desk: Desk, milliseconds: number): Promise<void> {
  desk.deployment.clock.now += milliseconds;
  await settled(desk);
}

/** The observed layer of a component as it was written. */
export async function observedOf(desk: Desk, componentId: string): Promise<[string | null, number][]> {
  const { db, ...ctx } = desk.owner();
  const mine = eq(statusChange.componentId, componentId);
  const [rows] = await read({ ...ctx, db }, db.select().from(statusChange).where(mine).orderBy(statusChange.at));
  return rows.filter((each) => each.layer === "observed").map(({ toStatus, at }) => [toStatus, at]);
}

export async function incidentsOf(desk: Desk) {
  const ctx = desk.owner();
  const [rows] = await read(ctx, ctx.db.select().from(incident).where(eq(incident.pageId, desk.pageId)));
  return rows;
}
