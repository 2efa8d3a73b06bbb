import type { Ctx } from "~/platform/ctx";

/**
 * Who decides again in this isolate what lost a race: one at a time, because two would only take it from each other, and
 * each try costs statements. It is a courtesy; what is right is the guards' to say.
 */
const turn = { holder: "", since: 0 };

/** A turn that was not given back is over after so many ms. */
const longest = 1000;
const looks = [10, 20, 40, 80, 160, 320];

const isTaken = (now: number) => turn.holder !== "" && Math.abs(now - turn.since) < longest;

/** Waits until nobody else decides again, or long enough; returns for how long, in ms. */
export async function takeTurn(ctx: Ctx): Promise<number> {
  let slept = 0;
  for (const look of looks) {
    if (!isTaken(ctx.now())) break;
    const pause = look * (0.5 + ctx.chance());
    slept += pause;
    await ctx.sleep(pause);
  }
  turn.holder = ctx.requestId;
  turn.since = ctx.now();
  return slept;
}

/** As soon as the commit has gone one way or the other: what comes after it is in nobody's way. */
export function endTurn(ctx: Ctx): void {
  if (turn.holder === ctx.requestId) turn.holder = "";
}
