import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";

/** Goes on with a job after the answer, as far as the invocation has room; the rest is left to the tick. */
export function runImportAfterAnswer(ctx: Ctx, pageId: string, id: string): void {
  const work = async () => {
    await ctx.answered;
    const { runImportSteps } = await import("./run-import");
    await runImportSteps(ctxAfterAnswer(ctx, { kind: "machine", id: "import" }), pageId, id);
  };
  ctx.defer(work().catch((error) => logDeferredWork(ctx.log, "import.after", error, { page: pageId, import: id })));
}
