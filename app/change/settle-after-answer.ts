import { settle } from "~/alerts/settling/engine/settle";
import { afterwards, type Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";

/** Settles after the answer; what does not get through here is the tick's. */
export function settleAfterAnswer(ctx: Ctx, pageId: string): void {
  const settling = () => settle(afterwards(ctx, { kind: "machine", id: "settle" }), pageId, false);
  const work = ctx.answered ? ctx.answered.then(settling) : settling();
  ctx.defer(work.catch((error) => logLeft(ctx.log, "settle.after", error, { page: pageId })));
}
