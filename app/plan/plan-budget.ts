import { type Refusal, refusalFor } from "~/failures/refusal";
import { allowedCheckIntervalMinutes } from "./check-intervals";

export const plans = ["free", "paid", "own"] as const;
/** Environment of the deployment: a free or paid plan of the platform, or a machine of its own. */
export type Plan = (typeof plans)[number];

/** Cost of all monitors of the deployment, and the limit of the plan. Rates are checks per minute. */
export interface PlanUsage {
  plan: Plan;
  ceiling: number;
  used: number;
  free: number;
  /** Rows written for shards and for the monitors' hours; as many are read. */
  rowsWrittenPerDay: number;
}

/** Load at present, without paused monitors. */
export interface CheckLoad {
  /** Checks per hour, always a whole number, because all intervals divide the hour. */
  checksPerHour: number;
  monitors: number;
  shards: number;
}

/** Maximum number of monitors of a deployment, including paused ones. */
export const maxMonitors = 1000;

/**
 * Maximum number of checks per minute. Without other invocations, all checks of a minute are subrequests of one
 * invocation.
 */
const ceilings: Record<Plan, { spread: number; alone: number }> = {
  free: { spread: 30, alone: 10 },
  paid: { spread: 1000, alone: 25 },
  own: { spread: 1000, alone: 1000 },
};

/** Checks of one monitor with this interval in minutes. */
export const checksPerHour = (interval: number): number => 60 / interval;

/**
 * Returns the limit of a plan; `spread`: checks are shared among Durable Objects, each an invocation with its own
 * budget.
 */
export const planCheckCeiling = (plan: Plan, spread: boolean): number => ceilings[plan][spread ? "spread" : "alone"];

/** One row per minute and shard, and one per hour and monitor. */
const rowsPerDay = ({ shards, monitors }: CheckLoad): number => shards * 1440 + monitors * 24;

export function planUsageFor({ plan, spread, ...load }: { plan: Plan; spread: boolean } & CheckLoad): PlanUsage {
  const ceiling = planCheckCeiling(plan, spread);
  const used = load.checksPerHour / 60;
  return { plan, ceiling, used, free: Math.max(0, ceiling - used), rowsWrittenPerDay: rowsPerDay(load) };
}

const rate = (value: number): number => Math.ceil(value * 10) / 10;

/**
 * Returns null when `count` monitors of this interval fit beside the present load (an hour's checks, without these
 * monitors), else the advice: the shortest interval that fits.
 */
export function overBudgetAdvice(
  given: { ceiling: number; checksPerHour: number },
  added: { interval: number; count?: number },
): Refusal | null {
  const { count = 1, interval } = added;
  const left = given.ceiling * 60 - given.checksPerHour;
  const fits = (each: number) => count * checksPerHour(each) <= left;
  if (fits(interval)) return null;
  const shortest = allowedCheckIntervalMinutes.find((each) => each > interval && fits(each));
  const inUse = { ceiling: given.ceiling, used: rate(given.checksPerHour / 60) };
  return shortest ? refusalFor("plan.fits_later", { ...inUse, interval: shortest }) : refusalFor("plan.full", inUse);
}
