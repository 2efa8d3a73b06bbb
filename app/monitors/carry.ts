import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { invalidFieldFailure, type Result } from "~/failures/failure";
import {
  type CheckLoad,
  checksPerHour,
  overBudgetAdvice,
  type PlanUsage,
  planCheckCeiling,
  planUsageFor,
} from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { currentCheckLoadQuery } from "./queries/monitor";
import { guardCheckBudgetStatement } from "./queries/monitor-rows";

export type { PlanUsage };

const placeOf = (ctx: Ctx) => ({ plan: ctx.config.plan, spread: Boolean(ctx.bindings.CHECKER) });

export const planUsageOfLoad = (ctx: Ctx, load: CheckLoad): PlanUsage => {
  const { checksPerHour, monitors, shards } = load;
  return planUsageFor({ ...placeOf(ctx), checksPerHour, monitors, shards });
};

/**
 * Returns what the deployment's plan allows, the load that already runs and its cost a day. One statement, ≤ 1,000
 * rows.
 */
export async function readPlanUsage(ctx: Ctx): Promise<PlanUsage> {
  const [[load]] = await readBatch(ctx, currentCheckLoadQuery(ctx));
  return planUsageOfLoad(ctx, load ?? { checksPerHour: 0, monitors: 0, shards: 0 });
}

interface MonitorLoad {
  id: string;
  interval: number;
  /** Number of calls that one check makes, each of which counts towards the budget. */
  cost: number;
  pausedAt: number | null;
  /** The agent that runs the checks, which then cost the deployment nothing; null when they run here. */
  agentId: string | null;
}

const runsHere = ({ pausedAt, agentId }: MonitorLoad) => pausedAt === null && agentId === null;

const perHour = (beat: MonitorLoad): number => (runsHere(beat) ? checksPerHour(beat.interval) * beat.cost : 0);

/**
 * Returns guards for the commit that lets monitors run as `after` instead of `before` (a new monitor is only in
 * `after`); no guards when the load does not rise. Failure: invalid `over_plan_budget`.
 */
export function guardPlanLimitStatements(
  ctx: Ctx,
  load: CheckLoad | undefined,
  {
    before,
    after,
    field = "interval",
  }: { before: readonly MonitorLoad[]; after: readonly MonitorLoad[]; field?: string },
): Result<SqlStatement[]> {
  const [was, will] = [before, after].map((beats) => beats.reduce((sum, each) => sum + perHour(each), 0));
  if ((will ?? 0) <= (was ?? 0)) return { ok: true, value: [] };
  const { plan, spread } = placeOf(ctx);
  const ceiling = planCheckCeiling(plan, spread);
  const others = (load?.checksPerHour ?? 0) - (was ?? 0);
  const running = after.filter(runsHere);
  const added = { checksPerHour: will ?? 0, interval: Math.min(...running.map(({ interval }) => interval)) };
  const count = running.reduce((sum, { cost }) => sum + cost, 0);
  const refusal = overBudgetAdvice({ ceiling, checksPerHour: others }, { ...added, count });
  if (refusal !== null) return invalidFieldFailure(field, refusal, "over_plan_budget");
  const ids = after.map(({ id }) => id);
  return { ok: true, value: [guardCheckBudgetStatement(ids, will ?? 0, ceiling)] };
}
