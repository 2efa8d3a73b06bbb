import { eq } from "drizzle-orm";
import { makeAlertSignal } from "~/alerts/rules/signal";
import { settlePage } from "~/alerts/settling/engine/settle";
import { type PageSignals, signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { channelTable, incidentTable, sourceTable, statusChangeTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Desk } from "./desk";
import { put } from "./scenario";

type Word = "firing" | "resolved";

/** Stores the signals of a page's checks, as their own batch does. */
export async function keepSignals(ctx: Ctx, telling: PageSignals): Promise<void> {
  const signalled = await signalStatementsOfPages(ctx, [telling]);
  await runBatch(
    ctx,
    signalled.flatMap(({ statements }) => statements),
  );
}

/** Makes a monitor or heartbeat report one of its alerts now, and settles its page; it is not new afterwards. */
export async function say(desk: Desk, sourceId: string, status: Word, key = "down"): Promise<void> {
  const ctx = desk.deployment.ctx({ kind: "machine", id: "checks" });
  const now = ctx.now();
  const times = status === "firing" ? { startedAt: now } : { endedAt: now };
  const signal = makeAlertSignal({ key, status, title: `${key}: ${sourceId}`, severity: "critical", ...times });
  await runBatch(ctx, [{ sql: "UPDATE monitor SET state = 'up' WHERE id = ?1 AND state = 'new'", params: [sourceId] }]);
  await keepSignals(ctx, { pageId: desk.pageId, said: [{ sourceId, signals: [signal] }] });
  await settled(desk);
}

/** Waits for earlier work first, because a running settling would hold the page's lease. */
export async function settled(desk: Desk): Promise<void> {
  await desk.deployment.settled();
  await settlePage(desk.deployment.ctx({ kind: "machine", id: "settle" }), desk.pageId);
  await desk.deployment.settled();
}

/** Makes it silent, or heard again at that instant, as the checks would. */
export async function silence(desk: Desk, sourceId: string, since: number | null, spokeAt: number | null = null) {
  const ctx = desk.deployment.ctx();
  await runBatch(ctx, updateRowsStatements(sourceTable, desk.pageId, [{ id: sourceId, silentSince: since }]));
  await keepSignals(ctx, { pageId: desk.pageId, said: [], settles: true, recoveredAt: spokeAt });
  await settled(desk);
}

export async function later(desk: Desk, milliseconds: number): Promise<void> {
  desk.deployment.clock.now += milliseconds;
  await settled(desk);
}

/** Returns the observed layer of a component as it was written. */
export async function observedOf(desk: Desk, componentId: string): Promise<[string | null, number][]> {
  const { db, ...ctx } = desk.owner();
  const mine = eq(statusChangeTable.componentId, componentId);
  const [rows] = await readBatch(
    { ...ctx, db },
    db.select().from(statusChangeTable).where(mine).orderBy(statusChangeTable.at),
  );
  return rows.filter((each) => each.layer === "observed").map(({ toStatus, at }) => [toStatus, at]);
}

export async function incidentsOf(desk: Desk) {
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(incidentTable).where(eq(incidentTable.pageId, desk.pageId)));
  return rows;
}

/** Adds a channel of the team, so that notices of these kinds are written; nothing is sent to it. */
export const listen = ({ deployment, pageId }: Desk, events: readonly string[]) =>
  put(deployment, channelTable, [
    {
      id: "team",
      pageId,
      kind: "webhook",
      name: "Team",
      settingsSealed: "",
      events: [...events],
      createdAt: 1,
      updatedAt: 1,
    },
  ]);
