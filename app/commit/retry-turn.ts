import type { Ctx } from "~/platform/ctx";

/**
 * The request in this isolate that decides again after a lost race: one at a time, because two would take it from each
 * other, and each attempt costs statements. Only an optimisation; the guards ensure correctness.
 */
const turn = { holder: "", since: 0 };

/** Longest turn, in ms, after which one that was not returned expires. */
const maxTurnMs = 1000;
const looks = [10, 20, 40, 80, 160, 320];

const isTaken = (now: number) => turn.holder !== "" && Math.abs(now - turn.since) < maxTurnMs;

/** Waits until no other request decides again, or for the longest time; returns how long it waited, in ms. */
export async function waitForRetryTurn(ctx: Ctx): Promise<number> {
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

/**
 * Ends the turn as soon as the commit has succeeded or failed, because what follows conflicts with no other request.
 */
export function endRetryTurn(ctx: Ctx): void {
  if (turn.holder === ctx.requestId) turn.holder = "";
}
