import { type Refusal, said } from "~/failures/refusal";
import { intervals } from "./check-intervals";

export const plans = ["free", "paid", "own"] as const;
/** Where the deployment runs: on a free or paid plan of the platform, or on a machine of its own. */
export type Plan = (typeof plans)[number];

/** What all monitors of the deployment cost, and what the plan takes. Rates are checks a minute. */
export interface Carry {
  plan: Plan;
  ceiling: number;
  used: number;
  free: number;
  /** What the shards' rows and the hours of the monitors come to, reads alike. */
  rowsWrittenPerDay: number;
}

/** What runs at present, paused ones left out. */
export interface Load {
  /** All intervals divide the hour, so whole numbers say it exactly. */
  checksPerHour: number;
  monitors: number;
  shards: number;
}

/** Monitors in all of a deployment, paused ones too. */
export const monitorLimit = 1000;

/** Checks a minute: without other invocations to share them, all of a minute's checks are one invocation's subrequests. */
const ceilings: Record<Plan, { spread: number; alone: number }> = {
  free: { spread: 30, alone: 10 },
  paid: { spread: 1000, alone: 25 },
  own: { spread: 1000, alone: 1000 },
};

/** Of one monitor with this interval in minutes. */
export const checksPerHour = (interval: number): number => 60 / interval;

/** What a plan carries; `spread`: checks are shared among Durable Objects, each an invocation with its own budget. */
export const ceilingOf = (plan: Plan, spread: boolean): number => ceilings[plan][spread ? "spread" : "alone"];

/** One row a minute and shard, one an hour and monitor. */
const rowsPerDay = ({ shards, monitors }: Load): number => shards * 1440 + monitors * 24;

export function carry({ plan, spread, ...load }: { plan: Plan; spread: boolean } & Load): Carry {
  const ceiling = ceilingOf(plan, spread);
  const used = load.checksPerHour / 60;
  return { plan, ceiling, used, free: Math.max(0, ceiling - used), rowsWrittenPerDay: rowsPerDay(load) };
}

const rate = (value: number): number => Math.ceil(value * 10) / 10;

/**
 * Whether `count` monitors of this interval fit beside what runs already (an hour's checks, they themselves left out).
 * Null where they do, else what to do instead: the shortest interval that fits.
 */
export function overBudget(
  given: { ceiling: number; checksPerHour: number },
  added: { interval: number; count?: number },
): Refusal | null {
  const { count = 1, interval } = added;
  const left = given.ceiling * 60 - given.checksPerHour;
  const fits = (each: number) => count * checksPerHour(each) <= left;
  if (fits(interval)) return null;
  const shortest = intervals.find((each) => each > interval && fits(each));
  const inUse = { ceiling: given.ceiling, used: rate(given.checksPerHour / 60) };
  return shortest ? said("plan.fits_later", { ...inUse, interval: shortest }) : said("plan.full", inUse);
}
