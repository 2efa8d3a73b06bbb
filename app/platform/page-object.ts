import { minuteMs } from "~/time/durations";
import { isUnexpired } from "~/time/instants";
import { callChecker, type PageObjectWork } from "./checker";
import type { Ctx } from "./ctx";
import { oncePerDeployment } from "./isolate";
import { makeRateLimiter } from "./limiter";
import { tryChargeMeter } from "./meter";

/** Pause after a call that failed, in ms: a person does not wait for the same failure again. */
const pauseMs = minuteMs;

/** Calls that an isolate makes in ten minutes at most, so that checks keep their share of the plan's 100,000 a day. */
const callsPerWindow = 100;
const windowMs = 10 * minuteMs;

const callsOf = oncePerDeployment(() => ({ pausedUntil: 0, limiter: makeRateLimiter(windowMs) }));

/** Only Workers Free limits CPU so much that a call is worth it. */
function mayCall(ctx: Ctx): boolean {
  if (ctx.config.plan !== "free" || ctx.bindings.CHECKER === undefined) return false;
  const { pausedUntil, limiter } = callsOf(ctx);
  // A pause that ends later than that was set by a clock that was ahead.
  if (isUnexpired(pausedUntil, ctx.now(), pauseMs)) return false;
  return limiter.take("page", callsPerWindow, ctx.now()).allowed;
}

/**
 * Asks the page's own Durable Object to do heavy work in its own invocation; it takes a subrequest. Returns its answer, or
 * null when none is bound, the call failed or took longer than `patience` ms, or the isolate has made too many: then the
 * caller does the work itself. This work can run twice at the same time without harm.
 */
export async function askPageObject<T>(
  ctx: Ctx,
  pageId: string,
  { what, body, patience }: { what: PageObjectWork; body: unknown; patience: number },
): Promise<T | null> {
  if (!mayCall(ctx) || !tryChargeMeter(ctx.meter, "subrequests", 1)) return null;
  const answer = await callChecker<T>(ctx, { name: `page-${pageId}` }, what, body, patience);
  if (answer === null) callsOf(ctx).pausedUntil = ctx.now() + pauseMs;
  return answer;
}
