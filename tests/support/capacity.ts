import { planCapacityOf as capacityOfPlacing, type PlanCapacity } from "~/plan/budgets";
import type { Plan } from "~/plan/plan-budget";

export interface Placed {
  plan: Plan;
  /** True when Durable Objects for checks are bound. */
  checker: boolean;
  /** True when the queue that wakes the sender is bound. */
  wake: boolean;
}

export type UnitKind = keyof PlanCapacity;

export const capacityOf = ({ plan, checker, wake }: Placed): PlanCapacity =>
  capacityOfPlacing({ plan, spread: checker, queue: wake });
