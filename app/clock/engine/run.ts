import { runBatch } from "~/db/run-batch";
import { shouldSpareRetries } from "~/deployment/usage/rules/usage";
import { healInboxOfMinute } from "~/inbox/engine/hear-first";
import { checkMonitors } from "~/monitors/engine/check-monitors";
import type { ShardCallsResult } from "~/monitors/engine/shard-calls";
import { callOrRunSender } from "~/notifications/engine/wake";
import { releaseMissedNoticesStatements } from "~/notifications/queries/missed-notices";
import { purgeExpiredRows } from "~/pages/purging/engine/purge";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { remainingMeterBudget } from "~/platform/meter";
import { refreshSnapshotCopies } from "~/status-page/publishing/engine/refresh-copies";
import { markPagesBehindStatement } from "~/status-page/queries/pages-behind";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { minuteMs } from "~/time/durations";
import { isStampedWithin } from "~/time/instants";
import { maxPromptDelayMs, type WorkUnit } from "~/time/units";
import { type DueWorkUnits, readDueWorkUnits } from "../queries/due-units";
import { writeTickStamp } from "../queries/tick";
import { hasTickSignEachMinute } from "../rules/gap";
import { readGapsBeforeTick, readStandstillBeforeTick, readUncheckedStandstill } from "./after-gap";
import { callOutsideHeartbeat } from "./call-heartbeat";
import { type InvocationWork, runDueWorkUnits } from "./run-units";
import { callNotificationSender, callWorkUnitsRemotely, type RemoteWorkUnitsResult } from "./spread-units";
import { limitWorkOfUnsureClock } from "./steady";
import { teamNoticeStatements } from "./tell-team";
import { addTickUsage, takeTickUsage } from "./tick-usage";

const tickDeadlineMs = 25_000;
/** A little under ten minutes, so that a tick that comes early still stamps. */
const stampIntervalMs = 570_000;
/** Minimum number of statements with which sending starts. It stops when the invocation's budget is used up. */
const sendStatements = 20;
/** Room for waking the sender by a queue, when the tick only sends a message. */
const wakeStatements = 2;
/** Maximum number of calls for due units, and for pages whose state the checks changed. */
const calls = { due: 6, found: 8 };
/** Statements for writing a shard and the page whose state it changed. */
const checkStatements = 16;

const unitOf = (kind: WorkUnit["kind"], dueAt: number, pageId = ""): WorkUnit => ({
  kind,
  pageId,
  id: pageId,
  dueAt,
  tries: 0,
});

const foundBy = ({ settles }: ShardCallsResult, now: number): WorkUnit[] =>
  settles.map((pageId) => unitOf("settle", now, pageId));

/** Returns the minute in which the longest waiting shard was due. */
function checksDueAt({ shards }: DueWorkUnits, now: number): number {
  const since = shards.map(
    ({ minute, plan }) => (minute + Math.min(60, ...plan.map(({ interval }) => interval))) * minuteMs,
  );
  return Math.min(now, ...since);
}

interface TickMinute {
  due: DueWorkUnits;
  /** True while the clock is unconfirmed (`limitWorkOfUnsureClock`). */
  isUnsure: boolean;
  minute: number;
  until: number;
  /** The standstill that this tick ends; null = none. */
  stood: TimeSpan | null;
}

interface RunUsage {
  left: number;
  read: number;
  written: number;
}

async function check(ctx: Ctx, { due, minute, stood: ended }: TickMinute): Promise<ShardCallsResult> {
  const stood = ended ?? (await readUncheckedStandstill(ctx, due, minute));
  return checkMonitors(ctx, {
    shards: due.shards,
    minute,
    stood: stood && { from: Math.floor(stood.from / minuteMs), to: Math.floor(stood.to / minuteMs) },
    selfCheckSealed: due.selfCheckSealed,
    globalpingSealed: due.globalpingSealed,
    sparesRetries: shouldSpareRetries(due.usage, ctx.config.plan, ctx.now()),
  });
}

/** Sends by the queue if one is bound, otherwise in a separate invocation. */
async function sendElsewhere(ctx: Ctx): Promise<void> {
  if (ctx.bindings.WAKE) await callOrRunSender(ctx);
  else if (!(await callNotificationSender(ctx)) && remainingMeterBudget(ctx.meter) >= sendStatements)
    await callOrRunSender(ctx);
}

/**
 * Time after which no unanswered unit is run here, in ms: a called invocation that is late may still be working on it.
 */
const takeBackMs = 15_000;

/**
 * Processes as many units as fit in this invocation if the others cannot be reached, so that no page depends on those
 * alone.
 */
async function runUnanswered(ctx: Ctx, at: TickMinute, { unanswered }: RemoteWorkUnitsResult): Promise<number> {
  if (unanswered.length === 0) return 0;
  const left = await runDueWorkUnits(ctx, unanswered, { until: at.until - tickDeadlineMs + takeBackMs });
  return left.length;
}

/**
 * Runs everything in invocations of its own, checks and units in parallel; pages that the checks found are settled
 * last.
 */
async function runElsewhere(ctx: Ctx, at: TickMinute): Promise<RunUsage> {
  const send = at.due.toSend ? sendElsewhere(ctx).catch((error) => ctx.log.error("tick.send", error)) : null;
  const [checked, units] = await Promise.all([
    check(ctx, at),
    callWorkUnitsRemotely(ctx, at.due.units, calls.due),
    send,
  ]);
  const leftHere = await runUnanswered(ctx, at, units);
  const found = await callWorkUnitsRemotely(ctx, foundBy(checked, ctx.now()), calls.found);
  const all = [checked, units, found];
  return {
    left: units.left + leftHere + found.left + (await runUnanswered(ctx, at, found)),
    read: all.reduce((sum, each) => sum + each.read, 0),
    written: all.reduce((sum, each) => sum + each.written, 0),
  };
}

/**
 * Runs everything in this invocation: the longest waiting first, so that neither checks nor emails are delayed for
 * long.
 */
async function runInside(ctx: Ctx, at: TickMinute): Promise<RunUsage> {
  const now = ctx.now();
  const done = { read: 0, written: 0 };
  const checks: InvocationWork = {
    unit: unitOf("checks", checksDueAt(at.due, now)),
    room: checkStatements,
    run: async () => {
      const checked = await check(ctx, at);
      done.read += checked.read;
      done.written += checked.written;
      return foundBy(checked, ctx.now());
    },
  };
  const send: InvocationWork = {
    unit: unitOf("send", at.due.toSendSince ?? now),
    room: ctx.bindings.WAKE ? wakeStatements : sendStatements,
    run: async () => {
      await callOrRunSender(ctx);
      return [];
    },
  };
  const own = [...(at.due.shards.length > 0 ? [checks] : []), ...(at.due.toSend ? [send] : [])];
  const left = await runDueWorkUnits(ctx, at.due.units, { until: at.until, own });
  return { ...done, left: left.length };
}

/** Runs work that is not urgent, with the remaining room. */
async function runRest(ctx: Ctx, { due, isUnsure, minute }: TickMinute, stamps: boolean): Promise<void> {
  await healInboxOfMinute(ctx, minute);
  if (due.walked || stamps) await refreshSnapshotCopies(ctx, stamps);
  if (isUnsure) return;
  await purgeExpiredRows(ctx, { marks: due.purgeMarks, room: remainingMeterBudget(ctx.meter) }).catch((error) => {
    logDeferredWork(ctx.log, "tick.purge", error);
  });
}

/**
 * True every tenth minute, in which all pages are walked, so that nothing waits longer even if a request for it was
 * overlooked.
 */
const walksAll = (now: number) => Math.floor(now / minuteMs) % 10 === 0;

/**
 * True in the minute that always stamps, as stamps written in between must not delay the full stamp; it is not the
 * minute in which all pages are walked.
 */
const stampsAnyway = (now: number) => Math.floor(now / minuteMs) % 10 === 3;

/** Kinds of work whose progress no visitor sees. */
const unseen: readonly WorkUnit["kind"][] = ["series", "restating", "rendering", "import"];

const isLate = ({ kind, dueAt }: WorkUnit, now: number) => !unseen.includes(kind) && now - dueAt > maxPromptDelayMs;

interface TickStart {
  stamps: boolean;
  tells: boolean;
  /** The standstill that this tick ends. */
  stood: TimeSpan | null;
}

/**
 * Runs before any other work: pages that are out of date are marked, whatever happens to this tick, and deadlines in a
 * gap are moved.
 */
async function begin(ctx: Ctx, due: DueWorkUnits, now: number): Promise<TickStart> {
  if (due.units.some((unit) => isLate(unit, now))) await runBatch(ctx, [markPagesBehindStatement(now)]);
  const stamps = !isStampedWithin(due.tickAt, now, stampIntervalMs - 1) || stampsAnyway(now);
  const stood = await readStandstillBeforeTick(ctx, due, now);
  const gaps = await readGapsBeforeTick(ctx, due, stood, now);
  // A gap whose deadlines were moved must not be found again by the next tick.
  const signs = gaps.length > 0 || (due.judgedNext && !hasTickSignEachMinute(due, now));
  const births = stamps ? await teamNoticeStatements(ctx, { tickAt: due.tickAt, now }) : [];
  const { spent, written } = takeTickUsage(ctx);
  const { ranOut: stale, wentBack, waitsTooLong } = due;
  const known = stamps ? await ctx.secrets.keyIds() : [];
  const keys = { now: known[0] ?? "", known };
  await writeTickStamp(ctx, now, { stale, stamps, signs, stood, gaps, births, spent, keys, wentBack, waitsTooLong });
  if (stamps) written();
  return { stamps, tells: births.length > 0, stood };
}

/** Returns the due work after a standstill, when all pages have to be built; the stamp stays as it was found. */
const dueAfterStandstill = async (ctx: Ctx, { tickAt }: DueWorkUnits, now: number): Promise<DueWorkUnits> => ({
  ...(await readDueWorkUnits(ctx, now, true)),
  tickAt,
});

/**
 * Releases notices that had no recipient if they now have one or are too old. They are sent with the rest of this
 * minute.
 */
async function withMissed(ctx: Ctx, due: DueWorkUnits, now: number): Promise<DueWorkUnits> {
  if (!due.missed) return due;
  await runBatch(ctx, releaseMissedNoticesStatements(now));
  return { ...due, toSend: true };
}

/**
 * Runs the minute's work. No claim is needed: every step is guarded or conditional, so that a late, doubled, skipped or
 * overlapping tick changes nothing twice. Work that does not fit into this invocation is left to the next minute.
 */
export async function runTick(ctx: Ctx, scheduledTime = ctx.now()): Promise<{ left: number; configures: boolean }> {
  const now = ctx.now();
  const first = await readDueWorkUnits(ctx, now, walksAll(now));
  const { stamps, tells, stood } = await begin(ctx, first, now);
  const spreads = ctx.bindings.CHECKER !== undefined && ctx.config.plan !== "own";
  // A small invocation that does everything itself leaves the pages to the next minute.
  const readsAgain = stood !== null && (spreads || ctx.config.plan === "own");
  const found = readsAgain ? await dueAfterStandstill(ctx, first, now) : first;
  const minute = Math.floor(scheduledTime / minuteMs);
  const { due: steady, isUnsure } = limitWorkOfUnsureClock({ ...found, toSend: found.toSend || tells }, now);
  const due = await withMissed(ctx, steady, now);
  const at = { due, isUnsure, minute, until: now + tickDeadlineMs, stood };
  const { left, ...elsewhere } = await (spreads ? runElsewhere(ctx, at) : runInside(ctx, at));
  await callOutsideHeartbeat(ctx, due.heartbeatSealed);
  await runRest(ctx, at, stamps);
  addTickUsage(ctx, elsewhere);
  return { left, configures: due.configures && !isUnsure };
}
