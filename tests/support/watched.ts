import { eq } from "drizzle-orm";
import { runBatch } from "~/db/commit";
import { rebuildPlan, type ShardRow } from "~/db/queries/shard";
import { read } from "~/db/read";
import { alert, monitor, monitorShard, rule, ruleComponent, source } from "~/db/schema";
import { runTick } from "~/engines/tick/run";
import { check } from "~/jobs/checker";
import { makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import type { Meter } from "~/platform/meter";
import type { TestDeployment } from "./database";
import { put } from "./page";

type MonitorDraft = Partial<typeof monitor.$inferInsert> & {
  name?: string;
  kind?: string;
  settings?: Record<string, unknown>;
  dependsOn?: string;
  components?: string[];
  mode?: "none" | "draft" | "publish";
};

const minute = 60_000;

/** Monitors of a page straight into the database, as creating them leaves them: each is a source with two rules. */
export async function putMonitors(
  deployment: TestDeployment,
  pageId: string,
  drafts: readonly MonitorDraft[],
  { shardId = `shard-${pageId}` } = {},
): Promise<string[]> {
  const ctx = deployment.ctx();
  const now = deployment.clock.now;
  const times = { createdAt: now, updatedAt: now };
  const ids = drafts.map((draft, index) => draft.id ?? `${shardId}-${index}`);
  const sealed = await Promise.all(drafts.map(({ settings }) => ctx.secrets.seal(JSON.stringify(settings ?? {}))));
  const about = drafts.map(({ name, kind = "http", dependsOn = null }, index) => ({
    id: ids[index] as string,
    pageId,
    family: "monitor" as const,
    kind,
    dependsOn,
    name: name ?? (ids[index] as string),
    tokenHash: `none-${ids[index]}`,
    tokenSealed: "",
    settingsSealed: sealed[index] as string,
    ...times,
  }));
  await put(deployment, source, about);
  await put(deployment, monitorShard, [
    { id: shardId, pageId, minute: Math.floor(now / minute), plan: [], rings: {}, states: {} } as never,
  ]);
  const rows = drafts.map(
    ({ name: _, kind: _k, settings: _s, dependsOn: _d, components: _c, mode: _m, ...row }, index) => ({
      interval: 1,
      phase: 0,
      timeoutSeconds: 8,
      cost: 1,
      retries: 0,
      inARow: 2,
      degradedAboveMs: null,
      slowerThanUsual: null,
      regions: [] as string[],
      tags: [] as string[],
      watchedSince: now,
      stateSince: now,
      pausedAt: null,
      ...row,
      id: ids[index] as string,
      pageId,
      shardId,
      ...times,
    }),
  );
  await put(deployment, monitor, rows);
  await runBatch(ctx, [rebuildPlan(pageId, [shardId])]);
  for (const [index, { components = [], mode = "none" }] of drafts.entries()) {
    const given = [`${ids[index]}-slow`, `${ids[index]}-down`];
    const common = { pageId, sourceId: ids[index] as string, groupBy: [], holdSeconds: 0, resolveAfterSeconds: 0 };
    await put(deployment, rule, [
      {
        id: given[0] as string,
        ...common,
        position: 0,
        match: { severities: ["warning"] },
        mode: "none",
        catchAll: false,
        ...times,
      },
      { id: given[1] as string, ...common, position: 1, match: {}, mode, catchAll: true, ...times },
    ]);
    if (components.length === 0) continue;
    const statuses = ["degraded_performance", "major_outage"];
    await put(
      deployment,
      ruleComponent,
      given.flatMap((ruleId, at) =>
        components.map((componentId) => ({ pageId, ruleId, componentId, status: statuses[at] as string })),
      ),
    );
  }
  return ids;
}

export async function shardOf(deployment: TestDeployment, id: string): Promise<ShardRow> {
  const ctx = deployment.ctx();
  const [[row]] = await read(ctx, ctx.db.select().from(monitorShard).where(eq(monitorShard.id, id)));
  if (!row) throw new Error(`no shard ${id}`);
  return row;
}

export async function alertsOf(deployment: TestDeployment, sourceId: string) {
  const ctx = deployment.ctx();
  const { key, state, startedAt, endedAt } = alert;
  const query = ctx.db.select({ key, state, startedAt, endedAt }).from(alert).where(eq(alert.sourceId, sourceId));
  return (await read(ctx, query.orderBy(alert.key)))[0];
}

/** The next minutes' ticks, each with its deferred work; the meters of all of them. */
export async function tickMinutes(deployment: TestDeployment, count = 1) {
  const meters = [];
  for (let index = 0; index < count; index++) {
    deployment.clock.now += minute;
    const ctx = deployment.ctx({ kind: "machine", id: "tick" });
    await runTick(ctx);
    await deployment.settled();
    meters.push(ctx.meter);
  }
  return meters;
}

/** Durable Objects as workerd makes them: each call an invocation of its own, with its own meter; `monitors` were asked about. */
export function bindCheckers(deployment: TestDeployment) {
  const calls: { name: string; region: string | null; meter: Meter; monitors: string[] }[] = [];
  const lookedAt = (url: string, { body }: RequestInit): string[] =>
    url.endsWith("/opinion")
      ? (JSON.parse(String(body)) as { monitors: { id: string }[] }).monitors.map(({ id }) => id)
      : [];
  const around = () => ({
    now: () => deployment.clock.now,
    sleep: async () => undefined,
    defer: (work: Promise<unknown>) => void work.catch(() => undefined),
    ...(deployment.way.outbound ? { outbound: deployment.way.outbound } : {}),
  });
  const namespace = {
    idFromName: (name: string) => ({ name }),
    get: ({ name }: { name: string }, options: { locationHint?: string } = {}) => ({
      async fetch(url: string, init: RequestInit) {
        const ctx = makeCtx(deployment.bindings, around());
        calls.push({ name, region: options.locationHint ?? null, meter: ctx.meter, monitors: lookedAt(url, init) });
        return check(ctx, new Request(url, init));
      },
    }),
  };
  deployment.bindings.CHECKER = namespace as unknown as NonNullable<Bindings["CHECKER"]>;
  return calls;
}
