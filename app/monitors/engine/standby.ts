import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { logDeferredWork } from "~/platform/log-left-work";
import { remainingMeterBudget } from "~/platform/meter";
import { runCountingAlarmTime } from "~/platform/object-time";
import { minuteMs } from "~/time/durations";
import { type MonitorShardRow, monitorShardsByIdsQuery } from "../queries/shard";
import type { MonitorCheckResult } from "../rules/monitor";
import {
  findAcceptableStandbyResults,
  isStandbyUnchanged,
  maxStandbyMs,
  monitorsDueOnStandby,
  type StandbyResult,
  type StandbyShard,
  type StandbyState,
  standbyAlarmAt,
  standbyResultsByMonitor,
  withoutStandbyResults,
  withStandbyResults,
} from "../rules/standby";
import { writeShardReport } from "./keep-report";
import { runMonitorChecks } from "./run-checks";
import { openSelfCheckUrl, replaceResultsOfOwnOutage } from "./self-check";
import type { MonitorShardWork } from "./shard-work";

/** Storage in which a checker keeps the data that it needs while the database is away. */
export interface StandbyStore {
  read(): Promise<StandbyState | null>;
  /** Applies `change` atomically; null = there is nothing to keep. */
  update(change: (now: StandbyState | null) => StandbyState | null): Promise<StandbyState | null>;
  ringAt(at: number): Promise<void>;
  /** Calls with shards since the object was made; kept in memory only. */
  calls: number;
}

/** Longest wait for the database's answer, and time of a minute in which checks may start, in ms. */
const databaseProbeMs = 2500;
const maxCheckingMs = 20_000;

/** Calls reserved for other work than checks: our own network with a redirect, and another query of the database. */
const keptRequests = 10;

/** Most statements to hand over a shard. */
const handoverStatements = 18;

/**
 * Maximum number of times that a checker, while the database is available, reads whether its shards are checked
 * elsewhere.
 */
const maxIdleLooks = 3;

/** Interval, in ms, at which only the database is queried, after an hour without it. */
const idleLookMs = 5 * minuteMs;

const minuteAt = (now: number) => Math.floor(now / minuteMs);

const shardOf = ({ id, minute, plan, states }: MonitorShardRow): StandbyShard => ({ id, minute, plan, states });

interface StandbyHandover {
  settles: string[];
  given: StandbyResult[];
}

/** Writes the stored results to the current shards, as far as the budget allows; returns the pages that must settle. */
async function handOver(ctx: Ctx, standby: StandbyState, rows: readonly MonitorShardRow[]): Promise<StandbyHandover> {
  const settles: string[] = [];
  const given: StandbyResult[] = [];
  for (const row of rows) {
    const own = standby.results.filter(({ shardId }) => shardId === row.id);
    if (own.length === 0) continue;
    if (remainingMeterBudget(ctx.meter) < handoverStatements) break;
    const done = await writeShardReport(ctx, row, standbyResultsByMonitor(standby, row));
    given.push(...own);
    ctx.log.info("standby.handed_over", { shard: row.id, taken: done.taken, ignored: done.ignored });
    if (done.settles) settles.push(row.pageId);
  }
  // Results of deleted shards count as given and are dropped.
  const known = new Set(rows.map(({ id }) => id));
  given.push(...standby.results.filter(({ shardId }) => !known.has(shardId)));
  return { settles, given };
}

interface EarlierWork {
  settles: string[];
  /** The same work, with the shards as they are after the hand-over. */
  works: readonly MonitorShardWork[];
}

/**
 * Runs before the checks of a minute. It first writes all stored results, also those of shards that other checkers run
 * now.
 */
export async function handOverStandbyResults(
  ctx: Ctx,
  store: StandbyStore,
  works: readonly MonitorShardWork[],
): Promise<EarlierWork> {
  const standby = await store.read();
  if (!standby || standby.results.length === 0) return { settles: [], works };
  const ids = [...new Set([...works.map(({ shard }) => shard.id), ...standby.shards.map(({ id }) => id)])];
  const [rows] = await readBatch(ctx, monitorShardsByIdsQuery(ctx, ids));
  const { settles, given } = await handOver(ctx, standby, rows);
  await store.update((now) => now && withoutStandbyResults(now, given));
  const [fresh] = await readBatch(
    ctx,
    monitorShardsByIdsQuery(
      ctx,
      works.map(({ shard }) => shard.id),
    ),
  );
  const present = new Map(fresh.map((row) => [row.id, row]));
  return { settles, works: works.map((work) => ({ ...work, shard: present.get(work.shard.id) ?? work.shard })) };
}

/**
 * Runs after the checks of a minute: keeps its shards, and the results that could not be written (`unwritten`), until
 * the shards are due again and were checked.
 */
export async function saveStandby(
  ctx: Ctx,
  store: StandbyStore,
  works: readonly MonitorShardWork[],
  unwritten: ReadonlyMap<string, MonitorCheckResult>,
): Promise<void> {
  const [first] = works;
  if (!first) return;
  const { selfCheckSealed = null, minute } = first;
  store.calls += 1;
  const shards = works.map(({ shard }) => shardOf(shard));
  const ids = new Set(shards.map(({ id }) => id));
  await store.update((now) => {
    // Shards with results to hand over stay.
    const owing = new Set(now?.results.map(({ shardId }) => shardId));
    const others = (now?.shards ?? []).filter(({ id }) => owing.has(id) && !ids.has(id));
    const next: StandbyState = {
      shards: [...others, ...shards],
      selfCheckSealed,
      results: now?.results ?? [],
      awaySince: null,
      idle: 0,
      writtenAt: ctx.now(),
    };
    const whole = withStandbyResults(next, unwritten, minute);
    return isStandbyUnchanged(now, whole) ? now : whole;
  });
  const at = standbyAlarmAt({ shards }, minute);
  if (at !== null) await store.ringAt(at);
}

/** Returns the current shards; null when the database does not answer. */
async function rowsNow(ctx: Ctx, { shards }: StandbyState): Promise<MonitorShardRow[] | null> {
  const ids = shards.map(({ id }) => id);
  return withDatabaseTimeout(readBatch(ctx, monitorShardsByIdsQuery(ctx, ids)), databaseProbeMs).then(
    ([rows]) => rows,
    () => null,
  );
}

/**
 * Runs when the database is available: writes the stored results, and leaves shards to the checker that runs them now.
 */
async function giveBack(
  ctx: Ctx,
  store: StandbyStore,
  { standby, rows, calls }: { standby: StandbyState; rows: readonly MonitorShardRow[]; calls: number },
): Promise<void> {
  const { given } = await handOver(ctx, standby, rows);
  const now = ctx.now();
  const left = rows.filter((row) => row.minute < minuteAt(now)).map(shardOf);
  const next = await store.update((current) => {
    if (!current) return null;
    const rest = withoutStandbyResults(current, given);
    // Another call arrived since, and its shards are the ones to keep.
    if (store.calls !== calls) return rest;
    const isForgotten = rest.results.length === 0 && (left.length === 0 || rest.idle >= maxIdleLooks);
    const shards = rest.results.length === 0 ? left : rest.shards;
    return isForgotten ? null : { ...rest, shards, awaySince: null, idle: rest.idle + 1 };
  });
  if (!next) return;
  const at = next.results.length > 0 ? now + 5000 : standbyAlarmAt(next, minuteAt(now));
  if (at !== null) await store.ringAt(at);
}

/**
 * Runs after an hour without the database: makes no checks, and only queries the database while results are left to
 * hand over.
 */
async function waitOn(ctx: Ctx, store: StandbyStore): Promise<void> {
  const now = ctx.now();
  const next = await store.update((current) => {
    if (!current) return null;
    const results = findAcceptableStandbyResults(current, minuteAt(now));
    return results.length === 0 ? null : { ...current, results };
  });
  if (next) await store.ringAt(now + idleLookMs);
}

/** Runs while the database is away: makes the minute's checks, and keeps their results. */
async function checkMeanwhile(ctx: Ctx, store: StandbyStore, standby: StandbyState): Promise<void> {
  const now = ctx.now();
  const minute = minuteAt(now);
  const awaySince = standby.awaySince ?? now;
  if (now - awaySince > maxStandbyMs) return waitOn(ctx, store);
  const due = monitorsDueOnStandby(standby, minute);
  const selfCheck = await openSelfCheckUrl(ctx, standby.selfCheckSealed);
  const looked = await runMonitorChecks(ctx, due, {
    until: now + maxCheckingMs,
    kept: keptRequests,
    owed: new Set(),
    sparesRetries: false,
  });
  const sights = await replaceResultsOfOwnOutage(ctx, looked, selfCheck, 0);
  ctx.log.warn("standby.checked", { checked: sights.size, away: Math.round((now - awaySince) / 1000) });
  const next = await store.update((current) =>
    current === null
      ? null
      : withStandbyResults({ ...current, awaySince: current.awaySince ?? awaySince }, sights, minute),
  );
  if (next) await store.ringAt(standbyAlarmAt(next, minute) ?? now + minuteMs);
}

/** Handles a checker's alarm: its shards were due, and no call arrived to check them. */
export const handleStandbyAlarm = (ctx: Ctx, store: StandbyStore): Promise<void> =>
  runCountingAlarmTime(ctx, () => standInFor(ctx, store));

async function standInFor(ctx: Ctx, store: StandbyStore): Promise<void> {
  const { calls } = store;
  const standby = await store.read();
  if (!standby) return;
  const rows = await rowsNow(ctx, standby);
  try {
    await (rows === null ? checkMeanwhile(ctx, store, standby) : giveBack(ctx, store, { standby, rows, calls }));
  } catch (error) {
    logDeferredWork(ctx.log, "standby.failed", error);
    await store.ringAt(ctx.now() + idleLookMs);
  }
}
