import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { afford, roomIn } from "~/platform/meter";
import type { Way } from "../rules/ways";

/** Called so often, one after the other, while something of the way is left, and waited for so long each time, ms. */
const mostCalls = 4;
const patience = 22_000;

/** A machine of its own has room and connections for all of them. */
export const runsElsewhere = ({ bindings, config }: Ctx): boolean =>
  bindings.CHECKER !== undefined && config.plan !== "own";

/** Sends what is due in this way in an invocation of its own; false when nobody answers. */
export async function callWay(ctx: Ctx, way: Way): Promise<boolean> {
  for (let call = 0; call < mostCalls; call++) {
    if (roomIn(ctx.meter) < 1 || !afford(ctx.meter, "subrequests", 1)) return true;
    const done = await callChecker<{ left: boolean }>(ctx, { name: `sender-${way}` }, "send", { way }, patience);
    if (!done?.left) return done !== null;
  }
  return true;
}
