import type { Plan } from "~/plan/plan-budget";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import type { ConfigurationJobState } from "./rules/configuration-job";

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

/** Goes on with a job after the answer; one that is not due is left alone. */
export const runConfigurationAfterAnswer = (ctx: Ctx, id: string): void =>
  runFileWorkAfterAnswer(ctx, { name: "configuration.after", id }, async (own) =>
    (await import("./run-jobs")).runConfigurationJob(own, id, roundMsByPlan[ctx.config.plan]),
  );

/**
 * Goes on with a job that someone looks at, after the answer: each look is an invocation of its own, so that who follows
 * a job waits for no tick. The job has the rights of its maker, whoever looks.
 */
export function continueViewedJob(ctx: Ctx, { id, state }: { id: string; state: ConfigurationJobState }): void {
  if (state === "applying" && ctx.config.plan !== "own") runConfigurationAfterAnswer(ctx, id);
}
