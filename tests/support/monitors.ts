import { eq } from "drizzle-orm";
import { makeAlertSignal } from "~/alerts/rules/signal";
import { readBatch } from "~/db/read";
import { monitorShardTable } from "~/db/schema";
import { createMonitor } from "~/monitors/create";
import type { CreateMonitorInput } from "~/monitors/rules/input";
import type { Ctx } from "~/platform/ctx";
import { type Desk, good } from "./desk";
import { keepSignals } from "./own-alerts";

/** A secret that must never be shown again. */
export const hush = "hush-hush-token";

export const aMonitor = (desk: Desk, over: Partial<CreateMonitorInput> = {}): CreateMonitorInput => ({
  pageId: desk.pageId,
  kind: "http",
  name: "Shop",
  settings: { url: "https://shop.example.com/health", auth: "bearer", token: hush },
  interval: 5,
  components: { [desk.components[0]]: "major_outage" },
  ...over,
});

/** Creates a monitor and returns its id. */
export async function watch(
  desk: Desk,
  over: Partial<CreateMonitorInput> = {},
  ctx = desk.as("admin"),
): Promise<string> {
  desk.deployment.clock.now += 1000;
  return (await good(createMonitor(ctx, aMonitor(desk, over)))).id;
}

export async function shardsOf(ctx: Ctx, pageId: string) {
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(monitorShardTable).where(eq(monitorShardTable.pageId, pageId)),
  );
  return rows;
}

/** Returns the plan that the tick uses. */
export async function planOf(ctx: Ctx, pageId: string, id: string) {
  return (await shardsOf(ctx, pageId)).flatMap(({ plan }) => plan).find((each) => each.id === id);
}

/** Fires an alert of this monitor. */
export async function firing(desk: Desk, id: string): Promise<void> {
  const ctx = desk.as("admin");
  const signal = makeAlertSignal({
    key: "down",
    status: "firing",
    title: "Shop is down",
    severity: "critical",
    startedAt: ctx.now(),
  });
  await keepSignals(ctx, { pageId: desk.pageId, said: [{ sourceId: id, signals: [signal] }] });
}
