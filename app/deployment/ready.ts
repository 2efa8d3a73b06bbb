import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { Stalled } from "~/platform/database";
import { fitsKey } from "~/platform/own-key";
import { DatabaseAway } from "~/platform/trouble";
import { isStampedWithin } from "~/time/instants";
import { tickStamp } from "./queries/deployment";

/** Older than this the clock has stopped, in ms. */
const tickLimit = 15 * 60_000;

export interface Readiness {
  ready: boolean;
  /** The database refuses, stalled or is away. */
  away: boolean;
  /** UPFRONT_SECRET is another one than the database was sealed with. */
  wrongSecret: boolean;
  /** When the last tick was stamped, in ms; 0 = never. */
  tickAt: number;
}

/** Null where the database does not answer. */
async function stampOf(ctx: Ctx) {
  try {
    const [[row]] = await read(ctx, tickStamp(ctx));
    return { tickAt: row?.tickAt ?? 0, secretKey: row?.secretKey ?? null };
  } catch (error) {
    if (!(error instanceof DatabaseAway || error instanceof Stalled)) throw error;
    ctx.log.error("ready.away", error);
    return null;
  }
}

/** The database answers, its secret is ours, and the tick's stamp is younger than 15 minutes. */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  const stamp = await stampOf(ctx);
  if (!stamp) return { ready: false, away: true, wrongSecret: false, tickAt: 0 };
  const wrongSecret = !(await fitsKey(ctx.secrets, stamp.secretKey));
  const isFresh = isStampedWithin(stamp.tickAt, ctx.now(), tickLimit - 1);
  return { ready: isFresh && !wrongSecret, away: false, wrongSecret, tickAt: stamp.tickAt };
}
