import type { Plan } from "./plan-budget";

/**
 * Limits of one invocation: statements of the database, other subrequests (calls, queue messages, KV and Cache), and
 * both together. They are below the platform's own, so that an answer can still be written
 * (developers.cloudflare.com/workers/platform/limits, /d1/platform/limits).
 */
export interface InvocationLimit {
  statements: number;
  subrequests: number;
  together: number;
  /** Most emails. Each is written and sealed into a message: Free has 10 ms of CPU. */
  mails: number;
}

/**
 * Limits by plan. Free counts 50 of both together; Paid 1,000 of each; a machine of its own is limited only by time.
 */
export const invocationLimitByPlan: Record<Plan, InvocationLimit> = {
  free: { statements: 40, subrequests: 40, together: 40, mails: 20 },
  paid: { statements: 900, subrequests: 900, together: 1800, mails: 1000 },
  own: { statements: 100_000, subrequests: 100_000, together: 200_000, mails: 100_000 },
};

/** Returns how many more of either kind certainly fit; the limit itself is never reached. */
export const remainingBudget = (
  limit: InvocationLimit,
  used: Pick<InvocationLimit, "statements" | "subrequests">,
): number =>
  Math.min(
    limit.together - used.statements - used.subrequests,
    limit.statements - used.statements,
    limit.subrequests - used.subrequests,
  ) - 1;

/**
 * Environment of a deployment: its plan, whether Durable Objects share the work, and whether a queue wakes the sender.
 */
export interface DeploymentShape {
  plan: Plan;
  spread: boolean;
  queue: boolean;
}

/** Units that are completed in one minute at least, whatever else is due. */
export interface PlanCapacity {
  /** Pages settled, and pages published. */
  settle: number;
  publish: number;
  /** Starts and ends of maintenance and ends of manual statuses; days closed. */
  edge: number;
  day: number;
  heartbeat: number;
  /** Notices sent by email. */
  notice: number;
  check: number;
}

const alone: PlanCapacity = { settle: 20, publish: 20, edge: 20, day: 20, heartbeat: 50, notice: 1, check: 10 };
const spreading: PlanCapacity = {
  settle: 150,
  publish: 150,
  edge: 100,
  day: 100,
  heartbeat: 100,
  notice: 1,
  check: 30,
};
const roomy: PlanCapacity = { settle: 500, publish: 500, edge: 200, day: 200, heartbeat: 100, notice: 10, check: 25 };
const queueNoticeCount = 10;

/** Returns the capacity. A unit waits at most two minutes, plus the work of its kind ahead of it divided by this. */
export function planCapacityOf({ plan, spread, queue }: DeploymentShape): PlanCapacity {
  const base = plan === "free" ? (spread ? spreading : alone) : roomy;
  const check = plan === "own" || (plan === "paid" && spread) ? 1000 : base.check;
  return { ...base, check, notice: queue ? Math.max(queueNoticeCount, base.notice) : base.notice };
}
