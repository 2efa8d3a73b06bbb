import { type Capacity, capacityOf as capacityOfPlacing } from "~/plan/budgets";
import type { Plan } from "~/plan/plan-budget";

export interface Placed {
  plan: Plan;
  /** True when Durable Objects for checks are bound. */
  checker: boolean;
  /** True when the queue that wakes the sender is bound. */
  wake: boolean;
}

export type UnitKind = keyof Capacity;

export const capacityOf = ({ plan, checker, wake }: Placed): Capacity =>
  capacityOfPlacing({ plan, spread: checker, queue: wake });
