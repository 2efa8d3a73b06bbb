import { type Capacity, capacityOf as capacityOfPlacing } from "~/plan/budgets";
import type { Plan } from "~/plan/plan-budget";

export interface Placed {
  plan: Plan;
  /** Durable Objects that check are bound. */
  checker: boolean;
  /** The queue that wakes the sender is bound. */
  wake: boolean;
}

export type UnitKind = keyof Capacity;

export const capacityOf = ({ plan, checker, wake }: Placed): Capacity =>
  capacityOfPlacing({ plan, spread: checker, queue: wake });
