import { settlePageSerially } from "~/alerts/settling/engine/settle-in-turn";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";

/**
 * Settles after the answer; what fails here is left to the tick. In turn, because an invocation that settles has no
 * budget to settle again for changes made meanwhile.
 */
export function settlePageAfterAnswer(ctx: Ctx, pageId: string): void {
  if (ctx.showsLater) return;
  const settling = () => settlePageSerially(ctxAfterAnswer(ctx, { kind: "machine", id: "settle" }), pageId);
  const work = ctx.answered ? ctx.answered.then(settling) : settling();
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "settle.after", error, { page: pageId })));
}
