import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";

/** Goes on with a job after the answer, as far as the invocation has room; the rest is left to the tick. */
export function runConfigurationAfterAnswer(ctx: Ctx, id: string): void {
  const work = async () => {
    await ctx.answered;
    const { runConfigurationJob } = await import("./run-jobs");
    await runConfigurationJob(ctxAfterAnswer(ctx, { kind: "machine", id: "configuration" }), id);
  };
  ctx.defer(work().catch((error) => logDeferredWork(ctx.log, "configuration.after", error, { job: id })));
}
