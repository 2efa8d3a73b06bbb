import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget, tryChargeMeter } from "~/platform/meter";
import type { ContactWay } from "../rules/contact-ways";

/** Most calls in a row while something of the way is left, and longest wait for each, in ms. */
const mostCalls = 4;
const callTimeoutMs = 22_000;

/** True except on a self-hosted machine, which has room and connections for all ways. */
export const hasSenderPerContactWay = ({ bindings, config }: Ctx): boolean =>
  bindings.CHECKER !== undefined && config.plan !== "own";

/** Sends what is due in this way in its own invocation; returns false when no invocation answers. */
export async function sendDueNoticesElsewhere(ctx: Ctx, way: ContactWay): Promise<boolean> {
  for (let call = 0; call < mostCalls; call++) {
    if (remainingMeterBudget(ctx.meter) < 1 || !tryChargeMeter(ctx.meter, "subrequests", 1)) return true;
    const done = await callChecker<{ left: boolean }>(ctx, { name: `sender-${way}` }, "send", { way }, callTimeoutMs);
    if (!done?.left) return done !== null;
  }
  return true;
}
