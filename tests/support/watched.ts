import { eq } from "drizzle-orm";
import { handleCheckerRequest } from "~/clock/checker";
import { runTick } from "~/clock/engine/run";
import { readBatch } from "~/db/read";
import { alertTable, monitorShardTable } from "~/db/schema";
import { handleStandbyAlarm, type StandbyStore } from "~/monitors/engine/standby";
import type { MonitorShardRow } from "~/monitors/queries/shard";
import type { StandbyState } from "~/monitors/rules/standby";
import { makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import type { Meter } from "~/platform/meter";
import type { TestDeployment } from "./database";

const minute = 60_000;

export async function shardOf(deployment: TestDeployment, id: string): Promise<MonitorShardRow> {
  const ctx = deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(monitorShardTable).where(eq(monitorShardTable.id, id)));
  if (!row) throw new Error(`no shard ${id}`);
  return row;
}

export async function alertsOf(deployment: TestDeployment, sourceId: string) {
  const ctx = deployment.ctx();
  const { key, state, startedAt, endedAt } = alertTable;
  const query = ctx.db
    .select({ key, state, startedAt, endedAt })
    .from(alertTable)
    .where(eq(alertTable.sourceId, sourceId));
  return (await readBatch(ctx, query.orderBy(alertTable.key)))[0];
}

/** Runs the next minutes' ticks, each with its deferred work; returns their meters. */
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

interface TestStore extends StandbyStore {
  standby: StandbyState | null;
  /** Number of times that it was written. */
  writes: number;
  ringsAt: number | null;
}

/** Returns the storage of one checker. */
function testStore(): TestStore {
  const store: TestStore = {
    standby: null,
    writes: 0,
    ringsAt: null,
    calls: 0,
    read: async () => structuredClone(store.standby),
    update: async (change) => {
      const now = store.standby;
      const next = change(now);
      if (next !== now) store.writes += 1;
      store.standby = structuredClone(next);
      return structuredClone(next);
    },
    ringAt: async (at) => {
      store.ringsAt = at;
    },
  };
  return store;
}

export interface CheckerCall {
  name: string;
  /** Work that it was asked for. */
  what: string;
  region: string | null;
  meter: Meter;
  monitors: string[];
}

/**
 * Binds Durable Objects that behave as in workerd: each call is an invocation of its own, with its own meter;
 * `monitors` records what was asked.
 */
export function bindCheckers(deployment: TestDeployment) {
  const stores = new Map<string, TestStore>();
  const storeOf = (name: string): TestStore => {
    const store = stores.get(name) ?? testStore();
    stores.set(name, store);
    return store;
  };
  const calls: CheckerCall[] = [];
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
        const what = new URL(url).pathname.slice(1);
        calls.push({
          name,
          what,
          region: options.locationHint ?? null,
          meter: ctx.meter,
          monitors: lookedAt(url, init),
        });
        return handleCheckerRequest(ctx, new Request(url, init), storeOf(name));
      },
    }),
  };
  deployment.bindings.CHECKER = namespace as unknown as NonNullable<Bindings["CHECKER"]>;
  /** Fires the alarms that are due by the clock; returns their number. */
  const ring = async (): Promise<number> => {
    const due = [...stores.values()].filter((each) => each.ringsAt !== null && each.ringsAt <= deployment.clock.now);
    for (const store of due) {
      store.ringsAt = null;
      await handleStandbyAlarm(makeCtx(deployment.bindings, around()), store);
    }
    return due.length;
  };
  return Object.assign(calls, { ring, stores });
}
