import { settleInTurn } from "~/alerts/settling/engine/settle-in-turn";
import { afterwards, type Ctx } from "~/platform/ctx";
import { logLeftWork } from "~/platform/log-left-work";

/**
 * Settles after the answer; what fails here is left to the tick. In turn, because an invocation that settles has no
 * budget to settle again for changes made meanwhile.
 */
export function settleAfterAnswer(ctx: Ctx, pageId: string): void {
  const settling = () => settleInTurn(afterwards(ctx, { kind: "machine", id: "settle" }), pageId);
  const work = ctx.answered ? ctx.answered.then(settling) : settling();
  ctx.defer(work.catch((error) => logLeftWork(ctx.log, "settle.after", error, { page: pageId })));
}
