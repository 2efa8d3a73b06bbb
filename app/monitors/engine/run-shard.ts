import { signalsOfPages, type Telling } from "~/alerts/settling/engine/signal";
import { deciding } from "~/commit/deciding";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { monitorHour, monitor as monitorTable } from "~/db/schema";
import { together } from "~/db/together";
import { type Statement, updateRows, upsertRows } from "~/db/write";
import { bornOnce } from "~/notifications/engine/born-once";
import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { OverBudget, roomIn } from "~/platform/meter";
import { DatabaseAway, understand } from "~/platform/trouble";
import { keepDays, keepMinute, keepMinuteAmong, markSilent, type ShardRow, shardById } from "../queries/shard";
import type { Asked, Opinion, PlannedMonitor, Sight, Usual } from "../rules/monitor";
import { retoldSignals, turnSignals } from "../rules/monitor-alerts";
import { dueMonitors, isSameQuestion, isTaken, needsLook, nextLookAt } from "../rules/monitor-due";
import { asksOthers } from "../rules/quorum";
import { spanOf } from "../rules/reading";
import { type DayRow, type Stepped, stepMonitor } from "../rules/shard-step";
import { compared } from "../rules/usual";
import { askOthers } from "./ask-others";
import { askProbes } from "./ask-probes";
import { evidenceRows } from "./evidence-rows";
import { runChecks } from "./run-checks";
import { withoutUs } from "./self-check";
import { usualOfShards } from "./usual";

/** Most statements to write a minute: one read and fourteen in its batch. */
const keeping = 15;
/** Calls to check our own network: with one redirect, and one to find out why it failed. */
const looking = 3;

export interface ShardWork {
  shard: ShardRow;
  /** The minute, as UTC ms / 60,000. */
  minute: number;
  /** Minute since which the deployment was stopped, until this one; null or absent when it was running. */
  stoppedAt?: number | null;
  /** Time after which no check starts, in UTC ms. */
  until: number;
  /** Address that shows whether our own network works; null when none is set. */
  selfCheck: string | null;
  /** The same address, sealed, for storage. */
  selfCheckSealed?: string | null;
  /** The deployment's token for Globalping, sealed; null or absent when none is set. */
  tokenSealed?: string | null;
  /** Failing checks are repeated half as often as their monitors want; absent = as often. */
  sparesRetries?: boolean;
}

type Stepping = Pick<ShardWork, "shard" | "minute" | "stoppedAt">;

/** Result of one minute of a shard. */
export interface ShardRun {
  checked: number;
  /** True when the page has to settle. */
  settles: boolean;
}

export interface Seen {
  sights: Map<string, Sight>;
  opinions: Map<string, Opinion[]>;
  /** Measurements to be read in a later minute. */
  asked: Map<string, Asked>;
  /** Usual response times; absent when they were not computed. */
  usual?: Map<string, Usual>;
}

export interface Made {
  monitor: PlannedMonitor;
  stepped: Stepped;
  /** Rows of further hours and days besides the step's, from a report, which may cover several. */
  hours?: readonly { hour: number; minutes: string }[];
  days?: readonly DayRow[];
}

function stepAll({ shard, minute, stoppedAt = null }: Stepping, seen: Seen): Made[] {
  return shard.plan.map((monitor) => ({
    monitor,
    stepped: stepMonitor(monitor, { minute, stoppedAt, shard, ...seen }),
  }));
}

/** Returns the row of a shard's minute. */
function minuteOf({ shard, minute }: Judged["work"], made: readonly Made[]) {
  const rings = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.ring]));
  const states = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.state]));
  const { id, pageId, version } = shard;
  return { id, pageId, version, minute, rings, states, lookAt: nextLookAt({ plan: shard.plan, states }, minute) };
}

function turnedRows({ shard: { pageId } }: Judged["work"], made: readonly Made[]): Statement[] {
  const turned = made.flatMap(({ monitor: { id }, stepped: { turn } }) =>
    turn ? [{ id, state: turn.to, stateSince: turn.at * 60_000 }] : [],
  );
  const silent = made.flatMap(({ monitor: { id }, stepped: { silentSince, spokeAt } }) =>
    silentSince === undefined ? [] : [{ id, silentSince, vouchesSince: spokeAt === null ? null : spokeAt * 60_000 }],
  );
  return [...updateRows(monitorTable, pageId, turned), ...markSilent(pageId, silent)];
}

function historyRows(made: readonly Made[]): Statement[] {
  const hours = made.flatMap(({ monitor: { id }, stepped: { hour }, hours: more = [] }) =>
    [...(hour ? [hour] : []), ...more].map((each) => ({ monitorId: id, ...each })),
  );
  const days = made.flatMap(({ stepped: { day }, days: more = [] }) => [...(day ? [day] : []), ...more]);
  return [...upsertRows(monitorHour, hours, ["monitorId", "hour"]), ...keepDays(days)];
}

/**
 * Returns changes of state as signals of the alerts, and a request to settle when monitors fell silent or report again.
 */
function tellingOf({ shard, minute }: Judged["work"], made: readonly Made[], { sights }: Seen): Telling {
  const said = made.flatMap(({ monitor, stepped: { turn, retold } }) => {
    const sight = sights.get(monitor.id);
    if (turn) return [{ sourceId: monitor.id, signals: turnSignals(monitor, turn, sight) }];
    return retold ? [{ sourceId: monitor.id, signals: retoldSignals(monitor, retold, minute, sight) }] : [];
  });
  const silences = made.filter(({ stepped }) => stepped.silentSince !== undefined);
  const spoke = silences.flatMap(({ stepped: { spokeAt } }) => (spokeAt === null ? [] : [spokeAt * 60_000]));
  const recoveredAt = spoke.length > 0 ? Math.max(...spoke) : null;
  const vouches = made.some(({ stepped: { turn } }) => turn?.from === "new");
  return { pageId: shard.pageId, said, settles: silences.length > 0, recoveredAt, vouches };
}

const usefulFor = 24 * 3600_000;

/**
 * Returns a notification that an upgrade changed monitors' readings: once per page and half hour, sent when the half
 * hour is over.
 */
function readingRows(ctx: Ctx, { shard: { pageId }, minute }: Judged["work"], made: readonly Made[]): Statement[] {
  if (!made.some(({ stepped }) => stepped.state.reread?.minute === minute)) return [];
  const { span, endsAt: dueAt } = spanOf(minute);
  const about = { kind: "reading_changed" as const, pageId, subjectId: pageId, scope: { span }, sequence: span };
  return bornOnce(ctx, [{ ...about, dueAt, expiresAt: dueAt + usefulFor }]);
}

export interface Judged {
  work: Pick<ShardWork, "shard" | "minute">;
  made: readonly Made[];
}

/** Returns the rows of a shard's minute, guarded by the shard's version, so that a repeated tick writes nothing. */
function minuteRows(
  ctx: Ctx,
  { work, made }: Judged,
  seen: Seen,
  signals: readonly Statement[],
  keepRow: (row: ReturnType<typeof minuteOf>) => [Statement, Statement],
): Statement[] {
  const [guard, row] = keepRow(minuteOf(work, made));
  const kept = [...turnedRows(work, made), ...historyRows(made), ...evidenceRows(work, made, seen)];
  return [guard, ...signals, row, ...kept, ...readingRows(ctx, work, made)];
}

/** Writes any number of shards in one batch; returns the pages that have to settle. */
export async function keep(ctx: Ctx, judged: readonly Judged[], seen: Seen): Promise<string[]> {
  const tellings = judged.map(({ work, made }) => tellingOf(work, made, seen));
  const signals = await signalsOfPages(ctx, tellings);
  const moves = judged.some(({ work, made }) => minuteOf(work, made).lookAt !== work.shard.lookAt);
  const keepOf = judged.length === 1 ? keepMinute : keepMinuteAmong;
  const batches = judged.map((each, index) =>
    minuteRows(ctx, each, seen, signals[index]?.statements ?? [], (row) => keepOf(row, moves)),
  );
  try {
    await runBatch(ctx, together(batches));
  } catch (error) {
    throw understand(error);
  }
  return tellings.filter((_, index) => signals[index]?.settles).map(({ pageId }) => pageId);
}

/** Reads the shard again, because a monitor was changed meanwhile; null when the minute is already written. */
async function fresh(ctx: Ctx, { shard, minute }: ShardWork): Promise<ShardRow | null> {
  const [[row]] = await read(ctx, shardById(ctx, shard.id));
  return row && !isTaken(row.minute, minute) ? row : null;
}

/** Returns the monitors that would change state by our own sight, and must first ask other places. */
const turningOf = ({ shard, minute, stoppedAt = null }: Stepping, seen: Seen) =>
  stepAll({ shard, minute, stoppedAt }, seen).flatMap(({ monitor, stepped: { turn } }) => {
    const sight = seen.sights.get(monitor.id);
    if (!turn || !sight || !asksOthers(monitor, turn, sight.code)) return [];
    return [{ monitor, shardId: shard.id, state: shard.states[monitor.id], turn, sight }];
  });

/** Computes the usual response times at the end of a minute, as they can wait for one with enough room. */
const usualNow = async (ctx: Ctx, works: readonly ShardWork[], minute: number) =>
  roomIn(ctx.meter) > keeping
    ? usualOfShards(
        ctx,
        works.map(({ shard }) => shard),
        minute,
      )
    : new Map<string, Usual>();

/** Checks all due monitors of the shards, six at once, and our own network once. */
async function look(ctx: Ctx, works: readonly ShardWork[]): Promise<Seen> {
  const [{ minute, until, selfCheck, tokenSealed = null, sparesRetries = false }] = works as [ShardWork];
  const due = works.flatMap(({ shard }) =>
    dueMonitors(shard, minute).map((each) => compared(each, shard.states[each.id])),
  );
  const kept = keeping + (selfCheck === null ? 0 : looking);
  const owed = new Set(due.filter(({ id }) => works.some(({ shard }) => shard.states[id]?.owed)).map(({ id }) => id));
  const sights = await runChecks(ctx, due, { until, kept, owed, sparesRetries });
  const seen: Seen = { sights: await withoutUs(ctx, sights, selfCheck), opinions: new Map(), asked: new Map() };
  const turning = works.flatMap((work) => turningOf(work, seen));
  const regional = await askOthers(ctx, turning, { minute, kept: keeping, selfCheck });
  const asked = await askProbes(ctx, turning, regional, { minute, kept: keeping, tokenSealed });
  return { ...seen, ...asked, usual: await usualNow(ctx, works, minute) };
}

const find = ({ plan }: ShardRow, id: string) => plan.find((each) => each.id === id);

/** Returns what was seen without monitors whose target was changed meanwhile. */
function stillTold(seen: Seen, before: ShardRow, now: ShardRow): Seen {
  const told = (id: string) => isSameQuestion(find(before, id), find(now, id));
  const only = <T>(all: Map<string, T>) => new Map([...all].filter(([id]) => told(id)));
  return { ...seen, sights: only(seen.sights), opinions: only(seen.opinions), asked: only(seen.asked) };
}

/** Judges and writes one shard; decides again with the current plan when a monitor was changed meanwhile. */
async function keepOne(ctx: Ctx, work: ShardWork, seen: Seen): Promise<string[]> {
  let current: ShardRow | null = work.shard;
  return deciding(ctx, async () => {
    current ??= await fresh(ctx, work);
    if (!current) return [];
    const own = { ...work, shard: current };
    current = null;
    const told = stillTold(seen, work.shard, own.shard);
    return keep(ctx, [{ work: own, made: stepAll(own, told) }], told);
  });
}

/** Callback that receives the sights before they are written. */
export type NoteSights = (sights: ReadonlyMap<string, Sight>) => void;

const noteNothing: NoteSights = () => undefined;

/**
 * Runs one minute of a shard: checks due monitors, judges, asks other places before a state changes, and writes all in
 * one batch. A check that did not run is no data, and comes first in the next minute. Idempotent.
 */
export async function runShard(ctx: Ctx, work: ShardWork, note: NoteSights = noteNothing): Promise<ShardRun> {
  if (!needsLook(work.shard, work.minute)) return { checked: 0, settles: false };
  const seen = await look(ctx, [work]);
  note(seen.sights);
  return { checked: seen.sights.size, settles: (await keepOne(ctx, work, seen)).length > 0 };
}

export interface ShardsRun {
  checked: number;
  /** Pages that have to settle. */
  settles: string[];
  /** Shards that could not be written. */
  failed: string[];
}

/** Writes each shard separately, after one of them lost a race, as far as the invocation has room. */
async function keepSingly(ctx: Ctx, works: readonly ShardWork[], seen: Seen): Promise<Omit<ShardsRun, "checked">> {
  const done: Omit<ShardsRun, "checked"> = { settles: [], failed: [] };
  for (const work of works) {
    try {
      done.settles.push(...(await keepOne(ctx, work, seen)));
    } catch (error) {
      logLeft(ctx.log, "monitors.shard", error, { shard: work.shard.id });
      done.failed.push(work.shard.id);
    }
  }
  return done;
}

/** Does the same for several shards of one minute, whose rows are written by the same statements. */
export async function runShardsTogether(
  ctx: Ctx,
  given: readonly ShardWork[],
  note: NoteSights = noteNothing,
): Promise<ShardsRun> {
  const works = given.filter(({ shard, minute }) => needsLook(shard, minute));
  if (works.length === 0) return { checked: 0, settles: [], failed: [] };
  const seen = await look(ctx, works);
  note(seen.sights);
  const judged = works.map((work) => ({ work, made: stepAll(work, seen) }));
  const checked = seen.sights.size;
  try {
    return { checked, settles: await keep(ctx, judged, seen), failed: [] };
  } catch (error) {
    if (error instanceof OverBudget || error instanceof DatabaseAway) throw error;
    ctx.log.warn("monitors.singly", { shards: works.length, reason: String(error) });
    return { checked, ...(await keepSingly(ctx, works, seen)) };
  }
}
