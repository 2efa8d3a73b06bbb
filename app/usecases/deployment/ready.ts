import { tickStamp } from "~/db/queries/deployment";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fitsKey } from "~/platform/own-key";
import { isStampedWithin } from "~/rules/basics/instants";

/** Older than this the clock has stopped, in ms. */
const tickLimit = 15 * 60_000;

export interface Readiness {
  ready: boolean;
  /** UPFRONT_SECRET is another one than the database was sealed with. */
  wrongSecret: boolean;
  /** When the last tick was stamped, in ms; 0 = never. */
  tickAt: number;
}

/** The database answers, its secret is ours, and the tick's stamp is younger than 15 minutes. Throws DatabaseAway. */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  const [[row]] = await read(ctx, tickStamp(ctx));
  const tickAt = row?.tickAt ?? 0;
  const wrongSecret = !(await fitsKey(ctx.secrets, row?.secretKey ?? null));
  return { ready: isStampedWithin(tickAt, ctx.now(), tickLimit - 1) && !wrongSecret, wrongSecret, tickAt };
}
