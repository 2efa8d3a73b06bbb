import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { charge } from "~/platform/meter";
import { roomOf } from "./room";

/** Wakes a sender in an invocation of its own, after `delay` ms; nothing where no queue is bound. */
export async function enqueue(ctx: Ctx, delay: number): Promise<void> {
  const { WAKE } = ctx.bindings;
  if (!WAKE) return;
  charge(ctx.meter, "subrequests", 1);
  await WAKE.send({}, delay > 0 ? { delaySeconds: Math.ceil(delay / 1000) } : {});
}

/** Work after the answer; its failure is logged, the tick makes up for it. */
export const soon = (ctx: Ctx, work: () => Promise<unknown>): void =>
  ctx.defer(
    Promise.resolve()
      .then(work)
      .catch((error) => logLeft(ctx.log, "sender.wake", error)),
  );

/** A second sender goes on where this one has its hands full. */
export function callAnother(ctx: Ctx): void {
  if (ctx.bindings.WAKE && roomOf(ctx) > 1) soon(ctx, () => enqueue(ctx, 0));
}
