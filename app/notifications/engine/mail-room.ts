import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { recipientsPerHandOver } from "../rules/hand-over";

/** Returns the statements and subrequests left in this invocation. */
export const remainingInvocationBudget = ({ meter }: Ctx): number => remainingMeterBudget(meter);

/** Returns the same, or 0 when another call would exceed the number of emails that one invocation may write. */
export const remainingMailHandOverBudget = (ctx: Ctx): number =>
  ctx.meter.mails + recipientsPerHandOver > ctx.meter.limit.mails ? 0 : remainingInvocationBudget(ctx);
