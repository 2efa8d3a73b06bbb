import { eq } from "drizzle-orm";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, componentTable, heartbeatTable, incidentTable, noticeTable, statusChangeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "./database";
import { good } from "./desk";
import { sendPing } from "./heartbeats";
import { quickNetwork } from "./outbound";
import { aHeartbeat, aPage, aRule, arrange, aSource, someMonitors } from "./scenario";

export const minute = 60_000;
export const hour = 60 * minute;

export type Watcher = "source" | "monitor" | "heartbeat" | "hand" | "promise";

export interface Stopped {
  deployment: TestDeployment;
  page: ReturnType<typeof aPage>;
  /** The component of each kind of observer. */
  components: Record<Watcher, string>;
  promised: { token: string };
  /** The status that the monitored address answers; 0 = no answer. */
  answers: { status: number };
  ping(action?: "success" | "fail"): Promise<void>;
  /** Lets minutes pass with everything at work, with a ping of the job in each. */
  minutes(count: number, pings?: boolean): Promise<void>;
  /** Stops the deployment for so long. */
  off(length: number): void;
  /** Runs one tick in a new isolate. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a page observed by a quiet source, a monitor, a heartbeat of each minute, people, and a source with a period.
 */
export async function openStopped({
  start,
  timeZone = "Etc/UTC",
}: {
  start: number;
  timeZone?: string;
}): Promise<Stopped> {
  const deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  deployment.clock.now = start;
  const answers = { status: 200 };
  deployment.way.outbound = quickNetwork(() => answers.status);
  const page = await arrange(deployment, aPage({ components: 5, timeZone, mode: "publish" }));
  const [source, monitor, beat, hand, promise] = page.components as [string, string, string, string, string];
  const settings = { url: "https://example.com/" };
  await arrange(deployment, someMonitors(page.id, [{ id: "m", components: [monitor], settings }], { shardId: "s" }));
  const job = await arrange(
    deployment,
    aHeartbeat(
      { id: page.id, components: [beat] },
      { schedule: { kind: "simple", periodSeconds: 120 }, graceSeconds: 120 },
    ),
  );
  const promised = await arrange(
    deployment,
    aSource(page.id, { id: "promised", heartbeatSeconds: 600, lastHeardAt: start, quietMeansWell: false }),
  );
  await arrange(deployment, aRule(promised, { mode: "none", components: [promise] }));
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE rule SET mode = 'publish', hold_seconds = 0 WHERE source_id = ?1", params: [job.id] },
    { sql: "UPDATE rule SET mode = 'none' WHERE source_id = ?1", params: [page.sourceId] },
    { sql: "UPDATE settle SET wanted = wanted + 1", params: [] },
  ]);
  const stopped: Stopped = {
    deployment,
    page,
    components: { source, monitor, heartbeat: beat, hand, promise },
    promised,
    answers,
    async ping(action = "success") {
      await good(sendPing(deployment.ctx(), job, { action }));
    },
    async minutes(count, pings = true) {
      for (let passed = 0; passed < count; passed++) {
        if (pings) await stopped.ping();
        if (pings) await heardNow(deployment);
        await stopped.tick();
        deployment.clock.now += minute;
      }
    },
    off(length) {
      deployment.clock.now += length;
    },
    async tick() {
      resetIsolate();
      await handleCronTick(deployment.ctx(), deployment.clock.now);
      await deployment.settled();
    },
    close: () => deployment.close(),
  };
  return stopped;
}

const heardNow = (deployment: TestDeployment) =>
  runBatch(deployment.ctx(), [
    { sql: "UPDATE source SET last_heard_at = ?1 WHERE id = 'promised'", params: [deployment.clock.now] },
  ]);

/** Returns all rows of the page. */
export async function writtenOf({ deployment, page }: Stopped) {
  const { db, ...ctx } = deployment.ctx();
  const [rows, incidents, alerts, notices, beats, components] = await readBatch(
    { ...ctx, db } as Ctx,
    db
      .select()
      .from(statusChangeTable)
      .where(eq(statusChangeTable.pageId, page.id))
      .orderBy(statusChangeTable.sequence),
    db.select().from(incidentTable),
    db.select().from(alertTable),
    db.select().from(noticeTable),
    db.select().from(heartbeatTable),
    db.select().from(componentTable),
  );
  const { results } = await ctx.d1.prepare("SELECT * FROM standstill ORDER BY started_at").all();
  const standstills = results as { started_at: number; ended_at: number }[];
  return { rows, incidents, alerts, notices, heartbeat: beats[0], components, standstills };
}

/** Builds the front page again. */
export async function rebuild({ deployment, page }: Stopped): Promise<void> {
  await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(deployment.ctx(), page.id);
}

/** Returns what the page shows of a component today: seconds of [major, partial, degraded, maintenance, no data]. */
export async function todayOf({ deployment, page, components }: Stopped, watcher: Watcher): Promise<number[]> {
  resetIsolate();
  const { snapshot } = await good(readPublishedView(deployment.ctx(), { slug: page.slug }));
  const shown = snapshot.components.find(({ id }) => id === components[watcher]);
  const stories = uptimePartsByDate(shown?.stories ?? {});
  return (stories[snapshot.days.last] ?? [0, 0, 0, 0, 0]).map((ms) => ms / 1000);
}

/** Returns a component's status as a visitor sees it. */
export const statusOf = async ({ deployment, page, components }: Stopped, watcher: Watcher) => {
  resetIsolate();
  const view = await good(readPublishedView(deployment.ctx(), { slug: page.slug }));
  const { snapshot } = visiblePageAtTime(view, deployment.clock.now);
  return snapshot.components.find(({ id }) => id === components[watcher])?.status;
};
