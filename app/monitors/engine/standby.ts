import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { logLeft } from "~/platform/left-over";
import { roomIn } from "~/platform/meter";
import { timingAlarm } from "~/platform/object-time";
import { type ShardRow, shardsByIds } from "../queries/shard";
import type { Sight } from "../rules/monitor";
import {
  dueOnStandby,
  isKeptAlready,
  resultsFor,
  ringsAt,
  type Standby,
  type StandbyResult,
  type StandbyShard,
  standbyFor,
  usefulResults,
  without,
  withResults,
} from "../rules/standby";
import { keepReport } from "./keep-report";
import { runChecks } from "./run-checks";
import type { ShardWork } from "./run-shard";
import { openSelfCheck, withoutUs } from "./self-check";

/** Where a checker keeps what it needs while the database is away. */
export interface StandbyStore {
  read(): Promise<Standby | null>;
  /** Nothing comes between what `change` is given and what it answers; null = there is nothing to keep. */
  update(change: (now: Standby | null) => Standby | null): Promise<Standby | null>;
  ringAt(at: number): Promise<void>;
  /** How often shards were given since the object was made; in its memory alone. */
  calls: number;
}

/** How long the database is asked whether it is there, and how long checks of a minute may begin, in ms. */
const asking = 2500;
const checking = 20_000;

/** What is not for checks: the look at our own network with a redirect, and asking the database again. */
const kept = 10;

/** Statements of handing over a shard at the most. */
const handing = 18;

/** So often a checker looks again whether somebody looks at its shards, though the database answers. */
const idleMost = 3;

/** After an hour only the database is looked for, so often, in ms. */
const seldom = 5 * 60_000;

const minuteAt = (now: number) => Math.floor(now / 60_000);

const shardOf = ({ id, minute, plan, states }: ShardRow): StandbyShard => ({ id, minute, plan, states });

interface HandedOver {
  settles: string[];
  given: StandbyResult[];
}

/** Gives what was seen to the shards as they are by now, as far as there is room; says which pages have to settle. */
async function handOver(ctx: Ctx, standby: Standby, rows: readonly ShardRow[]): Promise<HandedOver> {
  const settles: string[] = [];
  const given: StandbyResult[] = [];
  for (const row of rows) {
    const own = standby.results.filter(({ shardId }) => shardId === row.id);
    if (own.length === 0) continue;
    if (roomIn(ctx.meter) < handing) break;
    const done = await keepReport(ctx, row, resultsFor(standby, row));
    given.push(...own);
    ctx.log.info("standby.handed_over", { shard: row.id, taken: done.taken, ignored: done.ignored });
    if (done.settles) settles.push(row.pageId);
  }
  // Of shards that are gone nobody hears any more.
  const known = new Set(rows.map(({ id }) => id));
  given.push(...standby.results.filter(({ shardId }) => !known.has(shardId)));
  return { settles, given };
}

interface Before {
  settles: string[];
  /** The same work on the shards as they are after what was handed over. */
  works: readonly ShardWork[];
}

/** Before the checks of a minute: all that was seen meanwhile comes first, also of shards that others look at by now. */
export async function handOverBefore(ctx: Ctx, store: StandbyStore, works: readonly ShardWork[]): Promise<Before> {
  const standby = await store.read();
  if (!standby || standby.results.length === 0) return { settles: [], works };
  const ids = [...new Set([...works.map(({ shard }) => shard.id), ...standby.shards.map(({ id }) => id)])];
  const [rows] = await read(ctx, shardsByIds(ctx, ids));
  const { settles, given } = await handOver(ctx, standby, rows);
  await store.update((now) => now && without(now, given));
  const [fresh] = await read(
    ctx,
    shardsByIds(
      ctx,
      works.map(({ shard }) => shard.id),
    ),
  );
  const present = new Map(fresh.map((row) => [row.id, row]));
  return { settles, works: works.map((work) => ({ ...work, shard: present.get(work.shard.id) ?? work.shard })) };
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
  store.calls += 1;
  const shards = works.map(({ shard }) => shardOf(shard));
  const ids = new Set(shards.map(({ id }) => id));
  await store.update((now) => {
    // Shards of which something is still to be handed over stay.
    const owing = new Set(now?.results.map(({ shardId }) => shardId));
    const others = (now?.shards ?? []).filter(({ id }) => owing.has(id) && !ids.has(id));
    const next: Standby = {
      shards: [...others, ...shards],
      selfCheckSealed,
      results: now?.results ?? [],
      awaySince: null,
      idle: 0,
      writtenAt: ctx.now(),
    };
    const whole = withResults(next, unwritten, minute);
    return isKeptAlready(now, whole) ? now : whole;
  });
  const at = ringsAt({ shards }, minute);
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
async function giveBack(
  ctx: Ctx,
  store: StandbyStore,
  { standby, rows, calls }: { standby: Standby; rows: readonly ShardRow[]; calls: number },
): Promise<void> {
  const { given } = await handOver(ctx, standby, rows);
  const now = ctx.now();
  const left = rows.filter((row) => row.minute < minuteAt(now)).map(shardOf);
  const next = await store.update((current) => {
    if (!current) return null;
    const rest = without(current, given);
    // It was called meanwhile: what it was given then is what it keeps.
    if (store.calls !== calls) return rest;
    const isForgotten = rest.results.length === 0 && (left.length === 0 || rest.idle >= idleMost);
    const shards = rest.results.length === 0 ? left : rest.shards;
    return isForgotten ? null : { ...rest, shards, awaySince: null, idle: rest.idle + 1 };
  });
  if (!next) return;
  const at = next.results.length > 0 ? now + 5000 : ringsAt(next, minuteAt(now));
  if (at !== null) await store.ringAt(at);
}

/** For an hour; then it is only looked whether the database is there, as long as something is to be handed over. */
async function waitOn(ctx: Ctx, store: StandbyStore): Promise<void> {
  const now = ctx.now();
  const next = await store.update((current) => {
    if (!current) return null;
    const results = usefulResults(current, minuteAt(now));
    return results.length === 0 ? null : { ...current, results };
  });
  if (next) await store.ringAt(now + seldom);
}

/** The database is away: the minute's checks are made, and kept until it is there. */
async function checkMeanwhile(ctx: Ctx, store: StandbyStore, standby: Standby): Promise<void> {
  const now = ctx.now();
  const minute = minuteAt(now);
  const awaySince = standby.awaySince ?? now;
  if (now - awaySince > standbyFor) return waitOn(ctx, store);
  const due = dueOnStandby(standby, minute);
  const selfCheck = await openSelfCheck(ctx, standby.selfCheckSealed);
  const looked = await runChecks(ctx, due, { until: now + checking, kept, owed: new Set(), sparesRetries: false });
  const sights = await withoutUs(ctx, looked, selfCheck, 0);
  ctx.log.warn("standby.checked", { checked: sights.size, away: Math.round((now - awaySince) / 1000) });
  const next = await store.update((current) =>
    current === null ? null : withResults({ ...current, awaySince: current.awaySince ?? awaySince }, sights, minute),
  );
  if (next) await store.ringAt(ringsAt(next, minute) ?? now + 60_000);
}

/** A checker's alarm: its shards were due, and it was not asked to look at them. */
export const runStandby = (ctx: Ctx, store: StandbyStore): Promise<void> =>
  timingAlarm(ctx, () => standInFor(ctx, store));

async function standInFor(ctx: Ctx, store: StandbyStore): Promise<void> {
  const { calls } = store;
  const standby = await store.read();
  if (!standby) return;
  const rows = await rowsNow(ctx, standby);
  try {
    await (rows === null ? checkMeanwhile(ctx, store, standby) : giveBack(ctx, store, { standby, rows, calls }));
  } catch (error) {
    logLeft(ctx.log, "standby.failed", error);
    await store.ringAt(ctx.now() + seldom);
  }
}
