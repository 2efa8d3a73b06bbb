import { moveBackUnits } from "~/clock/moving-back/engine/move-back";
import { type Commit, commit, commitTogether } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import type { Ctx } from "~/platform/ctx";
import { OverBudget, roomIn } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import type { Unit } from "~/time/units";

/** Decisions on scheduled work of pages. */
export interface PageWork<Facts> {
  /** Statements needed for one page alone. */
  room: number;
  /** Reads the facts; takes as many statements for one page as for many. */
  read: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Facts>>;
  /** Returns null when nothing is due any more. */
  plan: (pageId: string, facts: Facts) => Promise<Commit | null>;
}

const pagesOf = (units: readonly Unit[]): string[] => [...new Set(units.map(({ pageId }) => pageId))];

const unitsOf = (units: readonly Unit[], pageId: string): Unit[] => units.filter((each) => each.pageId === pageId);

/** Plans each page. When the plan of one page fails, its units are moved back and the others go on. */
async function plansOf<Facts>(ctx: Ctx, units: readonly Unit[], { read, plan }: PageWork<Facts>): Promise<Commit[]> {
  const plans: Commit[] = [];
  for (const [pageId, facts] of await read(pagesOf(units))) {
    try {
      const planned = await plan(pageId, facts);
      if (planned) plans.push(planned);
    } catch (error) {
      if (error instanceof OverBudget) throw error;
      await moveBackUnits(ctx, unitsOf(units, pageId), error);
    }
  }
  return plans;
}

/** Decides again when it loses a race. Throws what `commit` throws. */
const changePage = <Facts>(ctx: Ctx, pageId: string, { read, plan }: PageWork<Facts>): Promise<Commit[]> =>
  decideWithRetry(ctx, async () => {
    const facts = (await read([pageId])).get(pageId);
    const planned = facts === undefined ? null : await plan(pageId, facts);
    if (!planned) return [];
    await commit(ctx, planned);
    return [planned];
  });

/** Commits page by page; pages that do not fit any more stay due. */
async function changeSingly<Facts>(ctx: Ctx, units: readonly Unit[], work: PageWork<Facts>): Promise<Commit[]> {
  const done: Commit[] = [];
  for (const pageId of pagesOf(units)) {
    if (roomIn(ctx.meter) < work.room) return done;
    try {
      done.push(...(await changePage(ctx, pageId, work)));
    } catch (error) {
      if (error instanceof OverBudget) return done;
      await moveBackUnits(ctx, unitsOf(units, pageId), error);
    }
  }
  return done;
}

/**
 * Does scheduled work on several pages: read and committed by the same statements, all of them or none. When that loses
 * a race or one page cannot be written, each is committed alone; without room for that it throws, and the pages come
 * back in smaller groups. Returns the commits that were made.
 */
export async function changePages<Facts>(ctx: Ctx, units: readonly Unit[], work: PageWork<Facts>): Promise<Commit[]> {
  const [only = "", ...others] = pagesOf(units);
  if (others.length === 0) return changePage(ctx, only, work);
  const plans = await plansOf(ctx, units, work);
  if (plans.length === 0) return plans;
  try {
    await commitTogether(ctx, plans);
    return plans;
  } catch (error) {
    if (error instanceof OverBudget || error instanceof DatabaseAwayError) throw error;
    ctx.log.warn(`${units[0]?.kind}.singly`, { pages: plans.length, reason: String(error) });
    if (roomIn(ctx.meter) < work.room) throw error;
    return changeSingly(ctx, units, work);
  }
}
