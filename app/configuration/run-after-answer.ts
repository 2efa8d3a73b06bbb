import type { Plan } from "~/plan/plan-budget";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";

/** Longest time that a job goes on after the answer, in ms: the platform ends what takes 30 seconds. */
const roundMsByPlan: Record<Plan, number> = { free: 10_000, paid: 20_000, own: 60_000 };

/** Does work of files after the answer, as far as the invocation has room; the rest is left to the tick. */
export function runFileWorkAfterAnswer(
  ctx: Ctx,
  { name, id }: { name: string; id: string },
  run: (ctx: Ctx) => Promise<void>,
): void {
  const work = async () => {
    await ctx.answered;
    await run(ctxAfterAnswer(ctx, { kind: "machine", id: "configuration" }));
  };
  ctx.defer(work().catch((error) => logDeferredWork(ctx.log, name, error, { id })));
}

/** Goes on with a job after the answer. */
export const runConfigurationAfterAnswer = (ctx: Ctx, id: string): void =>
  runFileWorkAfterAnswer(ctx, { name: "configuration.after", id }, async (own) =>
    (await import("./run-jobs")).runConfigurationJob(own, id, roundMsByPlan[ctx.config.plan]),
  );
