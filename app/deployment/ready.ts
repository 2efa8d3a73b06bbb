import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { Stalled } from "~/platform/database";
import { fitsKey } from "~/platform/own-key";
import type { StorageTrouble } from "~/platform/storage";
import { DatabaseAway, StorageRefused } from "~/platform/trouble";
import { isStampedWithin } from "~/time/instants";
import { tickStamp } from "./queries/deployment";
import { storageTrouble } from "./storage";

/** Older than this the clock has stopped, in ms. */
const tickLimit = 15 * 60_000;

export interface Readiness {
  ready: boolean;
  /** The database refuses, stalled or is away. */
  away: boolean;
  /** Why nothing can be saved; null = it can. */
  storage: StorageTrouble | null;
  /** UPFRONT_SECRET is another one than the database was sealed with. */
  wrongSecret: boolean;
  /** When the last tick was stamped, in ms; 0 = never. */
  tickAt: number;
}

const stopped = { ready: false, wrongSecret: false, tickAt: 0 };

/** What is away instead, where the database does not answer. */
async function stampOf(ctx: Ctx) {
  try {
    const [[row]] = await read(ctx, tickStamp(ctx));
    return { tickAt: row?.tickAt ?? 0, secretKey: row?.secretKey ?? null };
  } catch (error) {
    if (!(error instanceof DatabaseAway || error instanceof Stalled)) throw error;
    ctx.log.error("ready.away", error);
    return { ...stopped, away: true, storage: error instanceof StorageRefused ? error.why : null };
  }
}

/** The database answers and can be written, its secret is ours, and the tick's stamp is younger than 15 minutes. */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  const stamp = await stampOf(ctx);
  if ("away" in stamp) return stamp;
  const storage = await storageTrouble(ctx);
  const wrongSecret = !(await fitsKey(ctx.secrets, stamp.secretKey));
  const isFresh = isStampedWithin(stamp.tickAt, ctx.now(), tickLimit - 1);
  return { ready: isFresh && !wrongSecret && !storage, away: false, storage, wrongSecret, tickAt: stamp.tickAt };
}
