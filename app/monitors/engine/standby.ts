import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { logLeft } from "~/platform/left-over";
import { type ShardRow, shardsByIds } from "../queries/shard";
import type { Sight } from "../rules/monitor";
import {
  dueOnStandby,
  resultsFor,
  ringsAt,
  type Standby,
  type StandbyShard,
  standbyFor,
  withResults,
} from "../rules/standby";
import { keepReport } from "./keep-report";
import { runChecks } from "./run-checks";
import type { ShardWork } from "./run-shard";
import { openSelfCheck, withoutUs } from "./self-check";

/** Where a checker keeps what it needs while the database is away. */
export interface StandbyStore {
  read(): Promise<Standby | null>;
  /** null = there is nothing to keep. */
  write(standby: Standby | null): Promise<void>;
  ringAt(at: number): Promise<void>;
}

/** How long the database is asked whether it is there, and how long checks of a minute may begin, in ms. */
const asking = 2500;
const checking = 20_000;

/** What is not for checks: the look at our own network, with a redirect. */
const kept = 3;

/** So often a checker looks again whether somebody looks at its shards, though the database answers. */
const idleMost = 3;

const minuteAt = (now: number) => Math.floor(now / 60_000);

const shardOf = ({ id, minute, plan, states }: ShardRow): StandbyShard => ({ id, minute, plan, states });

/** Gives what was seen to the shards as they are by now; says which pages have to settle. What fails is given again. */
async function handOver(ctx: Ctx, standby: Standby, rows: readonly ShardRow[]): Promise<string[]> {
  const settles: string[] = [];
  for (const row of rows) {
    const given = resultsFor(standby, row);
    if (given.size === 0) continue;
    const done = await keepReport(ctx, row, given);
    ctx.log.info("standby.handed_over", { shard: row.id, taken: done.taken, ignored: done.ignored });
    if (done.settles) settles.push(row.pageId);
  }
  return settles;
}

/** Before the checks of a minute: what was seen meanwhile comes first. */
export async function handOverBefore(ctx: Ctx, store: StandbyStore, works: readonly ShardWork[]): Promise<string[]> {
  const standby = await store.read();
  if (!standby || standby.results.length === 0) return [];
  const rows = works.map(({ shard }) => shard);
  const settles = await handOver(ctx, standby, rows);
  const given = new Set(rows.map(({ id }) => id));
  await store.write({ ...standby, results: standby.results.filter(({ shardId }) => !given.has(shardId)) });
  return settles;
}

/**
 * After the checks of a minute: what it was given is kept, and what could not be written of them (`unwritten`), until the
 * shards are due again and somebody has looked at them.
 */
export async function standBy(
  ctx: Ctx,
  store: StandbyStore,
  works: readonly ShardWork[],
  unwritten: ReadonlyMap<string, Sight>,
): Promise<void> {
  const [first] = works;
  if (!first) return;
  const { selfCheckSealed = null, minute } = first;
  const before = await store.read();
  const shards = works.map(({ shard }) => shardOf(shard));
  const ids = new Set(shards.map(({ id }) => id));
  const others = before && before.results.length > 0 ? before.shards.filter(({ id }) => !ids.has(id)) : [];
  const standby = withResults(
    {
      shards: [...others, ...shards],
      selfCheckSealed,
      results: before?.results ?? [],
      awaySince: unwritten.size > 0 ? (before?.awaySince ?? ctx.now()) : null,
      idle: 0,
    },
    unwritten,
    minute,
  );
  await store.write(standby);
  const at = ringsAt(standby, minute);
  if (at !== null) await store.ringAt(at);
}

/** The shards as they are; null = the database does not answer. */
async function rowsNow(ctx: Ctx, { shards }: Standby): Promise<ShardRow[] | null> {
  const ids = shards.map(({ id }) => id);
  return within(read(ctx, shardsByIds(ctx, ids)), asking).then(
    ([rows]) => rows,
    () => null,
  );
}

/** The database is there: what was seen is handed over, and shards that somebody looks at are that one's. */
async function giveBack(ctx: Ctx, store: StandbyStore, standby: Standby, rows: readonly ShardRow[]): Promise<void> {
  await handOver(ctx, standby, rows);
  const minute = minuteAt(ctx.now());
  const left = rows.filter((row) => row.minute < minute);
  const isForgotten = left.length === 0 || standby.idle >= idleMost;
  if (isForgotten) return store.write(null);
  const next = { ...standby, shards: left.map(shardOf), results: [], awaySince: null, idle: standby.idle + 1 };
  await store.write(next);
  const at = ringsAt(next, minute);
  if (at !== null) await store.ringAt(at);
}

/** The database is away: the minute's checks are made, and kept until it is there. */
async function checkMeanwhile(ctx: Ctx, store: StandbyStore, standby: Standby): Promise<void> {
  const now = ctx.now();
  const minute = minuteAt(now);
  const awaySince = standby.awaySince ?? now;
  if (now - awaySince > standbyFor) return store.write(null);
  const due = dueOnStandby(standby, minute);
  const selfCheck = await openSelfCheck(ctx, standby.selfCheckSealed);
  const looked = await runChecks(ctx, due, { until: now + checking, kept, owed: new Set() });
  const sights = await withoutUs(ctx, looked, selfCheck);
  ctx.log.warn("standby.checked", { checked: sights.size, away: Math.round((now - awaySince) / 1000) });
  const next = withResults({ ...standby, awaySince }, sights, minute);
  await store.write(next);
  await store.ringAt(ringsAt(next, minute) ?? now + 60_000);
}

/** A checker's alarm: its shards were due, and it was not asked to look at them. */
export async function runStandby(ctx: Ctx, store: StandbyStore): Promise<void> {
  const standby = await store.read();
  if (!standby) return;
  const rows = await rowsNow(ctx, standby);
  try {
    await (rows === null ? checkMeanwhile(ctx, store, standby) : giveBack(ctx, store, standby, rows));
  } catch (error) {
    logLeft(ctx.log, "standby.failed", error);
    await store.ringAt(ctx.now() + 60_000);
  }
}
