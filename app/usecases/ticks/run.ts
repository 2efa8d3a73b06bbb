import { publicSlugs, purge, stamp, whatIsDue } from "~/db/queries/tick";
import type { Ctx } from "~/platform/ctx";
import { OverBudget, statementLimit } from "~/platform/meter";
import { nextDayStart } from "~/rules/day";
import { settle } from "../alerts/settle";
import { endManual } from "../components/end-manual";
import { callHeartbeat } from "../deployment/call-heartbeat";
import { lookAtHeartbeats } from "../heartbeats/due";
import { advanceMaintenance } from "../maintenances/advance";
import { makeOccurrences } from "../maintenances/make-occurrences";
import type { ShardsDone } from "../monitors/elsewhere";
import { callOrSend } from "../notices/wake";
import { closeDays } from "../pages/close-days";
import { keepCopy, needsCopy } from "../pages/copies";
import { publish } from "../pages/publish";
import { viewPage, viewRecent } from "../pages/view";
import { noteSpent, takeSpent } from "../usage/spent";
import { checkMonitors } from "./check-monitors";
import { type DeletedPage, purgePageStep, purgeStepStatements } from "./purge-page";
import { teamBirths } from "./tell-team";

/** One thing that is due, and how many statements it may take at the most. */
interface Job {
  name: string;
  statements: number;
  run: () => Promise<void>;
}

const budget = statementLimit - 1;
const deadline = 25_000;
const seldom = 6 * 3600_000;
const purgeStatements = 11;
/** At the most, and as a rule: what does not fit is refused before anything of it is written. */
const settling = { most: 27, usual: 15 };
/** The least that a sending is begun with; it stops by itself when the invocation is full. */
const sending = 20;
/** A little under ten minutes, so that a tick that comes early still stamps. */
const stampEvery = 570_000;

const settleJob = (ctx: Ctx, pageId: string, statements: number): Job => ({
  name: "settle",
  statements,
  run: () => settle(ctx, pageId),
});

/** Last: nobody waits for it. */
const purging = (ctx: Ctx, deleted: DeletedPage | null): Job[] =>
  deleted ? [{ name: "purge", statements: purgeStepStatements, run: () => purgePageStep(ctx, deleted) }] : [];

/** Dated edges first, then what alerts say, then what visitors see. */
function jobsOf(ctx: Ctx, due: Due): Job[] {
  const now = ctx.now();
  const over = due.days.filter((each) => nextDayStart(each.timeZone, each.openDayAt) <= now);
  return [
    ...due.maintenances.map(({ id, pageId }) => ({
      name: "maintenance",
      statements: 20,
      run: () => advanceMaintenance(ctx, { id, pageId }),
    })),
    ...due.series.map((each) => ({ name: "series", statements: 20, run: () => makeOccurrences(ctx, each) })),
    ...(due.heartbeats.length > 0
      ? [{ name: "heartbeats", statements: 14, run: () => lookAtHeartbeats(ctx, due.heartbeats) }]
      : []),
    ...due.manual.map(({ pageId }) => ({ name: "manual", statements: 16, run: () => endManual(ctx, pageId) })),
    ...due.settles.map(({ pageId }) => settleJob(ctx, pageId, settling.most)),
    ...over.map(({ id, openDayAt }) => ({ name: "days", statements: 10, run: () => closeDays(ctx, id, openDayAt) })),
    ...due.unpublished.map((pageId) => ({ name: "publish", statements: 9, run: () => publish(ctx, pageId) })),
    ...(due.toSend ? [{ name: "send", statements: sending, run: () => callOrSend(ctx) }] : []),
    ...purging(ctx, due.deleted),
  ];
}

/** A job that fails harms no other: its rows stay due and the next minute takes them. */
async function runJobs(ctx: Ctx, jobs: readonly Job[], end: number): Promise<number> {
  let left = 0;
  for (const job of jobs) {
    const fits = ctx.meter.statements + ctx.meter.subrequests + job.statements <= budget;
    if (!fits || ctx.now() > end) {
      left++;
      continue;
    }
    await job.run().catch((error) => {
      if (error instanceof OverBudget) left++;
      else ctx.log.error(`tick.${job.name}`, error);
    });
  }
  return left;
}

/**
 * The copies outside D1 follow even when nothing was published (protocols §2): of the front page every ten minutes,
 * of what feeds print, which is large and seldom another, every six hours.
 */
async function refreshCopies(ctx: Ctx): Promise<void> {
  if (ctx.meter.statements + 1 >= budget) return;
  for (const slug of await publicSlugs(ctx)) {
    if (ctx.meter.statements + 1 >= budget) return;
    const home = await viewPage(ctx, { slug });
    if (home.ok && home.value.staleSince === null) await keepCopy(ctx, { part: "home", slug }, home.value.snapshot);
    if (!needsCopy(ctx, { part: "recent", slug }, seldom)) continue;
    const recent = await viewRecent(ctx, { slug });
    if (recent.ok && recent.value.staleSince === null) {
      await keepCopy(ctx, { part: "recent", slug }, recent.value.recent);
    }
  }
}

type Due = Awaited<ReturnType<typeof whatIsDue>>;

/**
 * Checks and jobs side by side where checks have invocations of their own; else the jobs first, as they need few minutes,
 * and what does not fit is no data and first next minute. What the checks found is settled last.
 */
async function checkAndRun(ctx: Ctx, due: Due, jobs: readonly Job[], minute: number) {
  const end = ctx.now() + deadline;
  const check = (): Promise<ShardsDone> =>
    checkMonitors(ctx, { shards: due.shards, minute, selfCheckSealed: due.selfCheckSealed });
  const beside = ctx.bindings.CHECKER ? check() : null;
  const left = await runJobs(ctx, jobs, end);
  const { settles, read, written } = await (beside ?? check());
  const found = settles.map((pageId) => settleJob(ctx, pageId, settling.usual));
  return { left: left + (await runJobs(ctx, found, end)), elsewhere: { read, written } };
}

/**
 * The minute's work. No claim: everything it does is guarded or conditional, so a late, doubled, skipped or
 * overlapping tick changes nothing twice. What does not fit into this invocation is the next minute's.
 */
export async function runTick(ctx: Ctx, scheduledTime = ctx.now()): Promise<{ left: number }> {
  const now = ctx.now();
  const minute = Math.floor(scheduledTime / 60_000);
  const due = await whatIsDue(ctx, now);
  const stamps = now - due.tickAt >= stampEvery;
  const births = stamps ? await teamBirths(ctx, { tickAt: due.tickAt, now }) : [];
  const { spent, written } = takeSpent(ctx);
  await stamp(ctx, now, { stale: due.stale, stamps, births, spent });
  if (stamps) written();
  const jobs = jobsOf(ctx, { ...due, toSend: due.toSend || births.length > 0 });
  const { left, elsewhere } = await checkAndRun(ctx, due, jobs, minute);
  if (stamps) await refreshCopies(ctx);
  if (Math.floor(now / 60_000) % 60 === 17 && ctx.meter.statements + purgeStatements <= budget) await purge(ctx, now);
  await callHeartbeat(ctx, due.heartbeat);
  noteSpent(ctx, elsewhere);
  return { left };
}
