import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { chargeMeter, remainingMeterBudget } from "~/platform/meter";

/**
 * Maximum number of invocations for jobs of configuration files in a minute, and the maximum time of one and of all, in
 * ms.
 */
const maxCalls = 24;
const callTimeoutMs = 15_000;
const maxRoundMs = 20_000;

/** Room with which a step may begin here: where other invocations do the work, or none answers, little is left. */
const statementsHere = 31;

interface ContinuedJobs {
  left: boolean;
}

/**
 * Continues the jobs of configuration files after all other work of the minute, in separate invocations if there are
 * any, otherwise within the remaining budget. A job calls verbs, so no engine can run it.
 */
export async function continueConfigurations(ctx: Ctx): Promise<void> {
  try {
    const isElsewhere = ctx.bindings.CHECKER !== undefined && ctx.config.plan !== "own";
    const until = ctx.now() + maxRoundMs;
    const hasRoom = () => remainingMeterBudget(ctx.meter) > 1 && ctx.now() < until;
    for (let call = 0; isElsewhere && call < maxCalls && hasRoom(); call++) {
      chargeMeter(ctx.meter, "subrequests", 1);
      const done = await callChecker<ContinuedJobs>(
        ctx,
        { name: "configuration" },
        "configuration",
        null,
        callTimeoutMs,
      );
      if (done === null) break;
      if (!done.left) return;
    }
    if (remainingMeterBudget(ctx.meter) < statementsHere) return;
    const { runDueFileWork } = await import("~/configuration/repositories/run-due");
    await runDueFileWork(ctx);
  } catch (error) {
    logDeferredWork(ctx.log, "tick.configuration", error);
  }
}
