import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError } from "~/platform/database";
import { isSecretOfDatabase } from "~/platform/own-key";
import type { StorageTrouble } from "~/platform/storage";
import { DatabaseAwayError, StorageRefusedError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { isStampedWithin } from "~/time/instants";
import { deploymentTickStampQuery } from "./queries/deployment";
import { readStorageTrouble } from "./storage";

/** Age of the last stamp, in ms, above which the clock is reported as stopped. */
const maxTickAgeMs = 15 * minuteMs;

export interface Readiness {
  ready: boolean;
  /** True when the database refuses, stalled or is unreachable. */
  away: boolean;
  /** Reason why nothing can be saved; null = saving works. */
  storage: StorageTrouble | null;
  /** True when UPFRONT_SECRET differs from the secret with which the database was sealed. */
  wrongSecret: boolean;
  /** Time of the last tick's stamp, in ms; 0 = never. */
  tickAt: number;
}

const stopped = { ready: false, wrongSecret: false, tickAt: 0 };

/** Returns the stamp, or the failed readiness when the database does not answer. */
async function stampOf(ctx: Ctx) {
  try {
    const [[row]] = await readBatch(ctx, deploymentTickStampQuery(ctx));
    return { tickAt: row?.tickAt ?? 0, secretKey: row?.secretKey ?? null };
  } catch (error) {
    if (!(error instanceof DatabaseAwayError || error instanceof DatabaseTimeoutError)) throw error;
    ctx.log.error("ready.away", error);
    return { ...stopped, away: true, storage: error instanceof StorageRefusedError ? error.why : null };
  }
}

/**
 * Checks that the database answers and can be written, its secret is ours, and the tick's stamp is younger than 15
 * minutes.
 */
export async function checkReadiness(ctx: Ctx): Promise<Readiness> {
  const stamp = await stampOf(ctx);
  if ("away" in stamp) return stamp;
  const storage = await readStorageTrouble(ctx);
  const wrongSecret = !(await isSecretOfDatabase(ctx.secrets, stamp.secretKey));
  const isFresh = isStampedWithin(stamp.tickAt, ctx.now(), maxTickAgeMs - 1);
  return { ready: isFresh && !wrongSecret && !storage, away: false, storage, wrongSecret, tickAt: stamp.tickAt };
}
