import { tickStamp } from "~/db/queries/deployment";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { isStampedWithin } from "~/rules/basics/instants";

/** Older than this the clock has stopped, in ms. */
const tickLimit = 15 * 60_000;

export interface Readiness {
  ready: boolean;
  /** When the last tick was stamped, in ms; 0 = never. */
  tickAt: number;
}

/** The database answers and the tick's stamp is younger than 15 minutes. Throws DatabaseAway. */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  const [[row]] = await read(ctx, tickStamp(ctx));
  const tickAt = row?.tickAt ?? 0;
  return { ready: isStampedWithin(tickAt, ctx.now(), tickLimit - 1), tickAt };
}
