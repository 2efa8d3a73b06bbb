import { callChecker, type HeavyWork } from "./checker";
import type { Ctx } from "./ctx";
import { onePerDeployment } from "./isolate";
import { afford } from "./meter";

/** After a call that failed no page's object is asked for so long, in ms: what waits for it is done at once instead. */
const restMs = 60_000;

const trouble = onePerDeployment(() => ({ restUntil: 0 }));

/** True where objects are bound and the plan makes it worth a call: on Workers Free alone. */
const hasPageObject = ({ bindings, config, now }: Ctx): boolean =>
  config.plan === "free" && bindings.CHECKER !== undefined && trouble({ bindings }).restUntil <= now();

/**
 * Asks the page's own Durable Object to do heavy work in its own invocation; it takes a subrequest. Returns its
 * answer, or null where none is bound, it failed, or it took longer than `patience` ms: then the caller does the work
 * itself. All of this work may be done twice at once without harm.
 */
export async function askPageObject<T>(
  ctx: Ctx,
  pageId: string,
  { what, body, patience }: { what: HeavyWork; body: unknown; patience: number },
): Promise<T | null> {
  if (!hasPageObject(ctx) || !afford(ctx.meter, "subrequests", 1)) return null;
  const answer = await callChecker<T>(ctx, { name: `page-${pageId}` }, what, body, patience);
  if (answer === null) trouble(ctx).restUntil = ctx.now() + restMs;
  return answer;
}
