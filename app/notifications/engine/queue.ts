import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { chargeMeter } from "~/platform/meter";
import { remainingInvocationBudget } from "./mail-room";

/** Wakes a sender in its own invocation after `delay` ms; does nothing when no queue is bound. */
export async function enqueueSender(ctx: Ctx, delay: number): Promise<void> {
  const { WAKE } = ctx.bindings;
  if (!WAKE) return;
  chargeMeter(ctx.meter, "subrequests", 1);
  await WAKE.send({}, delay > 0 ? { delaySeconds: Math.ceil(delay / 1000) } : {});
}

/** Runs work after the response; a failure is logged, and the tick makes up for it. */
export const runAfterResponse = (ctx: Ctx, work: () => Promise<unknown>): void =>
  ctx.defer(
    Promise.resolve()
      .then(work)
      .catch((error) => logDeferredWork(ctx.log, "sender.wake", error)),
  );

/** Starts a second sender while this one is busy. */
export function startSecondSender(ctx: Ctx): void {
  if (ctx.bindings.WAKE && remainingInvocationBudget(ctx) > 1) runAfterResponse(ctx, () => enqueueSender(ctx, 0));
}
