import type { Ctx } from "~/platform/ctx";
import { logLeftWork } from "~/platform/log-left-work";
import { charge } from "~/platform/meter";
import { roomOf } from "./mail-room";

/** Wakes a sender in its own invocation after `delay` ms; does nothing when no queue is bound. */
export async function enqueue(ctx: Ctx, delay: number): Promise<void> {
  const { WAKE } = ctx.bindings;
  if (!WAKE) return;
  charge(ctx.meter, "subrequests", 1);
  await WAKE.send({}, delay > 0 ? { delaySeconds: Math.ceil(delay / 1000) } : {});
}

/** Runs work after the response; a failure is logged, and the tick makes up for it. */
export const soon = (ctx: Ctx, work: () => Promise<unknown>): void =>
  ctx.defer(
    Promise.resolve()
      .then(work)
      .catch((error) => logLeftWork(ctx.log, "sender.wake", error)),
  );

/** Starts a second sender while this one is busy. */
export function callAnother(ctx: Ctx): void {
  if (ctx.bindings.WAKE && roomOf(ctx) > 1) soon(ctx, () => enqueue(ctx, 0));
}
