import type { PlanView } from "../plan-configuration";

/** A plan as its page shows it: lines and errors, in English, and what identifies it. */
export interface ShownPlan {
  digest: string;
  text: string;
  errors: { message: string; line: number; column: number }[];
  /** False when there is nothing to apply. */
  isApplicable: boolean;
  /** True when what is here has changed since the plan that the person looked at. */
  isNew: boolean;
}

/** Returns a plan for its page; its words are read when a plan is shown. */
export async function shownPlanOf({ file, plan, digest }: PlanView, isNew = false): Promise<ShownPlan> {
  const { planText } = await import("../rules/plan-text");
  const errors = plan.errors.map(({ message, place }) => ({
    message,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
  }));
  const isApplicable = errors.length === 0 && plan.changes.length > 0;
  return { digest, text: isApplicable ? planText(plan, file) : "", errors, isApplicable, isNew };
}
