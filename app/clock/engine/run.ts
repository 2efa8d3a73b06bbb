import { runBatch } from "~/db/run-batch";
import { sparesRetries } from "~/deployment/usage/rules/usage";
import { healInbox } from "~/inbox/engine/hear-first";
import { checkMonitors } from "~/monitors/engine/check-monitors";
import type { ShardsResult } from "~/monitors/engine/shard-calls";
import { callOrSend } from "~/notifications/engine/wake";
import { releaseMissedNotices } from "~/notifications/queries/missed-notices";
import { purge } from "~/pages/purging/engine/purge";
import type { Ctx } from "~/platform/ctx";
import { logLeftWork } from "~/platform/log-left-work";
import { roomIn } from "~/platform/meter";
import { refreshCopies } from "~/status-page/publishing/engine/refresh-copies";
import { markBehind } from "~/status-page/queries/pages-behind";
import type { Span } from "~/status-page/timeline/rules/timeline";
import { minuteMs } from "~/time/durations";
import { isStampedWithin } from "~/time/instants";
import { promptnessMs, type Unit } from "~/time/units";
import { type DueUnits, dueUnits } from "../queries/due-units";
import { stamp } from "../queries/tick";
import { signsEachMinute } from "../rules/gap";
import { gapsBefore, standstillBefore, uncheckedStandstill } from "./after-gap";
import { callHeartbeat } from "./call-heartbeat";
import { type OwnWork, runUnits } from "./run-units";
import { type CalledUnits, callSender, callUnits } from "./spread-units";
import { whileUnsure } from "./steady";
import { teamBirths } from "./tell-team";
import { addTickUsage, takeTickUsage } from "./tick-usage";

const tickDeadlineMs = 25_000;
/** A little under ten minutes, so that a tick that comes early still stamps. */
const stampIntervalMs = 570_000;
/** Least room with which a sending starts; it stops itself when the invocation is full. */
const sendStatements = 20;
/** Room for waking the sender by a queue, when the tick only sends a message. */
const wakeStatements = 2;
/** Most calls for due units, and for pages whose state the checks changed. */
const calls = { due: 6, found: 8 };
/** Statements for writing a shard and the page whose state it changed. */
const checkStatements = 16;

const unitOf = (kind: Unit["kind"], dueAt: number, pageId = ""): Unit => ({
  kind,
  pageId,
  id: pageId,
  dueAt,
  tries: 0,
});

const foundBy = ({ settles }: ShardsResult, now: number): Unit[] =>
  settles.map((pageId) => unitOf("settle", now, pageId));

/** Returns the minute in which the longest waiting shard was due. */
function checksDueAt({ shards }: DueUnits, now: number): number {
  const since = shards.map(
    ({ minute, plan }) => (minute + Math.min(60, ...plan.map(({ interval }) => interval))) * minuteMs,
  );
  return Math.min(now, ...since);
}

interface Minute {
  due: DueUnits;
  /** True while the clock is unconfirmed (`whileUnsure`). */
  isUnsure: boolean;
  minute: number;
  until: number;
  /** The standstill that this tick ends; null = none. */
  stood: Span | null;
}

interface RunUsage {
  left: number;
  read: number;
  written: number;
}

async function check(ctx: Ctx, { due, minute, stood: ended }: Minute): Promise<ShardsResult> {
  const stood = ended ?? (await uncheckedStandstill(ctx, due, minute));
  return checkMonitors(ctx, {
    shards: due.shards,
    minute,
    stood: stood && { from: Math.floor(stood.from / minuteMs), to: Math.floor(stood.to / minuteMs) },
    selfCheckSealed: due.selfCheckSealed,
    globalpingSealed: due.globalpingSealed,
    sparesRetries: sparesRetries(due.usage, ctx.config.plan, ctx.now()),
  });
}

/** Sends by the queue when one is bound, else in an invocation of its own, like the units. */
async function sendElsewhere(ctx: Ctx): Promise<void> {
  if (ctx.bindings.WAKE) await callOrSend(ctx);
  else if (!(await callSender(ctx)) && roomIn(ctx.meter) >= sendStatements) await callOrSend(ctx);
}

/**
 * Time after which no unanswered unit is run here, in ms: a called invocation that is late may still be working on it.
 */
const takeBackMs = 15_000;

/** Runs as much as fits here when the other invocations cannot be reached, so that no page depends on them alone. */
async function runUnanswered(ctx: Ctx, at: Minute, { unanswered }: CalledUnits): Promise<number> {
  if (unanswered.length === 0) return 0;
  const left = await runUnits(ctx, unanswered, { until: at.until - tickDeadlineMs + takeBackMs });
  return left.length;
}

/**
 * Runs everything in invocations of its own, checks and units in parallel; pages that the checks found are settled
 * last.
 */
async function runElsewhere(ctx: Ctx, at: Minute): Promise<RunUsage> {
  const send = at.due.toSend ? sendElsewhere(ctx).catch((error) => ctx.log.error("tick.send", error)) : null;
  const [checked, units] = await Promise.all([check(ctx, at), callUnits(ctx, at.due.units, calls.due), send]);
  const leftHere = await runUnanswered(ctx, at, units);
  const found = await callUnits(ctx, foundBy(checked, ctx.now()), calls.found);
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
async function runInside(ctx: Ctx, at: Minute): Promise<RunUsage> {
  const now = ctx.now();
  const done = { read: 0, written: 0 };
  const checks: OwnWork = {
    unit: unitOf("checks", checksDueAt(at.due, now)),
    room: checkStatements,
    run: async () => {
      const checked = await check(ctx, at);
      done.read += checked.read;
      done.written += checked.written;
      return foundBy(checked, ctx.now());
    },
  };
  const send: OwnWork = {
    unit: unitOf("send", at.due.toSendSince ?? now),
    room: ctx.bindings.WAKE ? wakeStatements : sendStatements,
    run: async () => {
      await callOrSend(ctx);
      return [];
    },
  };
  const own = [...(at.due.shards.length > 0 ? [checks] : []), ...(at.due.toSend ? [send] : [])];
  const left = await runUnits(ctx, at.due.units, { until: at.until, own });
  return { ...done, left: left.length };
}

/** Runs work that is not urgent, with the remaining room. */
async function runRest(ctx: Ctx, { due, isUnsure, minute }: Minute, stamps: boolean): Promise<void> {
  await healInbox(ctx, minute);
  if (due.walked || stamps) await refreshCopies(ctx, stamps);
  if (isUnsure) return;
  await purge(ctx, { marks: due.purgeMarks, room: roomIn(ctx.meter) }).catch((error) => {
    logLeftWork(ctx.log, "tick.purge", error);
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

/**
 * Work that no visitor sees: how far series are made, or how much of a page's past is still to be restated or rendered
 * again.
 */
const unseen: readonly Unit["kind"][] = ["series", "restating", "rendering"];

const isLate = ({ kind, dueAt }: Unit, now: number) => !unseen.includes(kind) && now - dueAt > promptnessMs;

interface TickStart {
  stamps: boolean;
  tells: boolean;
  /** The standstill that this tick ends. */
  stood: Span | null;
}

/**
 * Runs before any other work: pages that are out of date are marked, whatever happens to this tick, and deadlines in a
 * gap are moved.
 */
async function begin(ctx: Ctx, due: DueUnits, now: number): Promise<TickStart> {
  if (due.units.some((unit) => isLate(unit, now))) await runBatch(ctx, [markBehind(now)]);
  const stamps = !isStampedWithin(due.tickAt, now, stampIntervalMs - 1) || stampsAnyway(now);
  const stood = await standstillBefore(ctx, due, now);
  const gaps = await gapsBefore(ctx, due, stood, now);
  // A gap whose deadlines were moved must not be found again by the next tick.
  const signs = gaps.length > 0 || (due.judgedNext && !signsEachMinute(due, now));
  const births = stamps ? await teamBirths(ctx, { tickAt: due.tickAt, now }) : [];
  const { spent, written } = takeTickUsage(ctx);
  const { ranOut: stale, wentBack, waitsTooLong } = due;
  const known = stamps ? await ctx.secrets.keyIds() : [];
  const keys = { now: known[0] ?? "", known };
  await stamp(ctx, now, { stale, stamps, signs, stood, gaps, births, spent, keys, wentBack, waitsTooLong });
  if (stamps) written();
  return { stamps, tells: births.length > 0, stood };
}

/** Returns the due work after a standstill, when all pages have to be built; the stamp stays as it was found. */
const dueAfterStandstill = async (ctx: Ctx, { tickAt }: DueUnits, now: number): Promise<DueUnits> => ({
  ...(await dueUnits(ctx, now, true)),
  tickAt,
});

/**
 * Releases notices that had no recipient, when they now have one or are too old; they are sent with the rest of this
 * minute.
 */
async function withMissed(ctx: Ctx, due: DueUnits, now: number): Promise<DueUnits> {
  if (!due.missed) return due;
  await runBatch(ctx, releaseMissedNotices(now));
  return { ...due, toSend: true };
}

/**
 * Runs the minute's work. No claim is needed: every step is guarded or conditional, so that a late, doubled, skipped or
 * overlapping tick changes nothing twice. Work that does not fit into this invocation is left to the next minute.
 */
export async function runTick(ctx: Ctx, scheduledTime = ctx.now()): Promise<{ left: number }> {
  const now = ctx.now();
  const first = await dueUnits(ctx, now, walksAll(now));
  const { stamps, tells, stood } = await begin(ctx, first, now);
  const spreads = ctx.bindings.CHECKER !== undefined && ctx.config.plan !== "own";
  // In a small invocation that does everything itself, the pages are left to the next minute.
  const readsAgain = stood !== null && (spreads || ctx.config.plan === "own");
  const found = readsAgain ? await dueAfterStandstill(ctx, first, now) : first;
  const minute = Math.floor(scheduledTime / minuteMs);
  const { due: steady, isUnsure } = whileUnsure({ ...found, toSend: found.toSend || tells }, now);
  const due = await withMissed(ctx, steady, now);
  const at = { due, isUnsure, minute, until: now + tickDeadlineMs, stood };
  const { left, ...elsewhere } = await (spreads ? runElsewhere(ctx, at) : runInside(ctx, at));
  await callHeartbeat(ctx, due.heartbeatSealed);
  await runRest(ctx, at, stamps);
  addTickUsage(ctx, elsewhere);
  return { left };
}
