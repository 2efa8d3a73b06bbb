import { read } from "~/db/read";
import type { Statement } from "~/db/write";
import { invalid, type Result } from "~/failures/failure";
import { carry, ceilingOf, checksPerHour, type Load, overBudget, type PlanCarry } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { presentLoad } from "./queries/monitor";
import { withinBudget } from "./queries/monitor-rows";

export type { PlanCarry };

const placeOf = (ctx: Ctx) => ({ plan: ctx.config.plan, spread: Boolean(ctx.bindings.CHECKER) });

export const carryOfLoad = (ctx: Ctx, load: Load): PlanCarry => {
  const { checksPerHour, monitors, shards } = load;
  return carry({ ...placeOf(ctx), checksPerHour, monitors, shards });
};

/**
 * Returns what the deployment's plan allows, the load that already runs and its cost a day. One statement, ≤ 1,000
 * rows.
 */
export async function carryOf(ctx: Ctx): Promise<PlanCarry> {
  const [[load]] = await read(ctx, presentLoad(ctx));
  return carryOfLoad(ctx, load ?? { checksPerHour: 0, monitors: 0, shards: 0 });
}

interface Beat {
  id: string;
  interval: number;
  /** Calls that one check makes; a check counts as that many. */
  cost: number;
  pausedAt: number | null;
  /** The agent that runs the checks, which then cost the deployment nothing; null when they run here. */
  agentId: string | null;
}

const runsHere = ({ pausedAt, agentId }: Beat) => pausedAt === null && agentId === null;

const perHour = (beat: Beat): number => (runsHere(beat) ? checksPerHour(beat.interval) * beat.cost : 0);

/**
 * Returns guards for the commit that lets monitors run as `after` instead of `before` (a new monitor is only in
 * `after`); no guards when the load does not rise. Failure: invalid `over_plan_budget`.
 */
export function fitsPlan(
  ctx: Ctx,
  load: Load | undefined,
  { before, after, field = "interval" }: { before: readonly Beat[]; after: readonly Beat[]; field?: string },
): Result<Statement[]> {
  const [was, will] = [before, after].map((beats) => beats.reduce((sum, each) => sum + perHour(each), 0));
  if ((will ?? 0) <= (was ?? 0)) return { ok: true, value: [] };
  const { plan, spread } = placeOf(ctx);
  const ceiling = ceilingOf(plan, spread);
  const others = (load?.checksPerHour ?? 0) - (was ?? 0);
  const running = after.filter(runsHere);
  const added = { checksPerHour: will ?? 0, interval: Math.min(...running.map(({ interval }) => interval)) };
  const count = running.reduce((sum, { cost }) => sum + cost, 0);
  const refusal = overBudget({ ceiling, checksPerHour: others }, { ...added, count });
  if (refusal !== null) return invalid(field, refusal, "over_plan_budget");
  const ids = after.map(({ id }) => id);
  return { ok: true, value: [withinBudget(ids, will ?? 0, ceiling)] };
}
