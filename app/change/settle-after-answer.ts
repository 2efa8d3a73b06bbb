import { settlePageSerially } from "~/alerts/settling/engine/settle-in-turn";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";

/**
 * Settles the page after the response; if that fails, the tick does it. Changes of one page take turns, because an
 * invocation has no budget to settle twice.
 */
export function settlePageAfterAnswer(ctx: Ctx, pageId: string): void {
  if (ctx.showsLater) return;
  const settling = () => settlePageSerially(ctxAfterAnswer(ctx, { kind: "machine", id: "settle" }), pageId);
  const work = ctx.answered ? ctx.answered.then(settling) : settling();
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "settle.after", error, { page: pageId })));
}
