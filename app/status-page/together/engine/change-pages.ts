import { postponeWorkUnits } from "~/clock/moving-back/engine/move-back";
import { type CommitPlan, commitPlan, commitPlansTogether } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import type { WorkUnit } from "~/time/units";

/** Decisions on scheduled work of pages. */
export interface ScheduledPageWork<Facts> {
  /** Statements needed for one page alone. */
  room: number;
  /** Reads the facts; takes as many statements for one page as for many. */
  read: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Facts>>;
  /** Returns null when nothing is due any more. */
  plan: (pageId: string, facts: Facts) => Promise<CommitPlan | null>;
}

const pagesOf = (units: readonly WorkUnit[]): string[] => [...new Set(units.map(({ pageId }) => pageId))];

const unitsOf = (units: readonly WorkUnit[], pageId: string): WorkUnit[] =>
  units.filter((each) => each.pageId === pageId);

/** Plans each page. When the plan of one page fails, its units are moved back and the other pages continue. */
async function plansOf<Facts>(
  ctx: Ctx,
  units: readonly WorkUnit[],
  { read, plan }: ScheduledPageWork<Facts>,
): Promise<CommitPlan[]> {
  const plans: CommitPlan[] = [];
  for (const [pageId, facts] of await read(pagesOf(units))) {
    try {
      const planned = await plan(pageId, facts);
      if (planned) plans.push(planned);
    } catch (error) {
      if (error instanceof OverBudgetError) throw error;
      await postponeWorkUnits(ctx, unitsOf(units, pageId), error);
    }
  }
  return plans;
}

/** Decides again when it loses a race. Throws what `commit` throws. */
const changePage = <Facts>(ctx: Ctx, pageId: string, { read, plan }: ScheduledPageWork<Facts>): Promise<CommitPlan[]> =>
  decideWithRetry(ctx, async () => {
    const facts = (await read([pageId])).get(pageId);
    const planned = facts === undefined ? null : await plan(pageId, facts);
    if (!planned) return [];
    await commitPlan(ctx, planned);
    return [planned];
  });

/** Commits page by page; pages that do not fit any more stay due. */
async function changeSingly<Facts>(
  ctx: Ctx,
  units: readonly WorkUnit[],
  work: ScheduledPageWork<Facts>,
): Promise<CommitPlan[]> {
  const done: CommitPlan[] = [];
  for (const pageId of pagesOf(units)) {
    if (remainingMeterBudget(ctx.meter) < work.room) return done;
    try {
      done.push(...(await changePage(ctx, pageId, work)));
    } catch (error) {
      if (error instanceof OverBudgetError) return done;
      await postponeWorkUnits(ctx, unitsOf(units, pageId), error);
    }
  }
  return done;
}

/**
 * Does scheduled work on several pages: the same statements read and commit all of them, or none. If that loses a race,
 * or one page cannot be written, each page is committed alone; without budget for that it throws, and the pages are
 * tried again in smaller groups. Returns the commits.
 */
export async function runScheduledPageWork<Facts>(
  ctx: Ctx,
  units: readonly WorkUnit[],
  work: ScheduledPageWork<Facts>,
): Promise<CommitPlan[]> {
  const [only = "", ...others] = pagesOf(units);
  if (others.length === 0) return changePage(ctx, only, work);
  const plans = await plansOf(ctx, units, work);
  if (plans.length === 0) return plans;
  try {
    await commitPlansTogether(ctx, plans);
    return plans;
  } catch (error) {
    if (error instanceof OverBudgetError || error instanceof DatabaseAwayError) throw error;
    ctx.log.warn(`${units[0]?.kind}.singly`, { pages: plans.length, reason: String(error) });
    if (remainingMeterBudget(ctx.meter) < work.room) throw error;
    return changeSingly(ctx, units, work);
  }
}
