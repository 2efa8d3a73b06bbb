import type { Ctx } from "./ctx";
import { addObjectTime, addReportedObjectTime } from "./object-time";

/** Work that takes more CPU than the 10 ms that Workers Free gives an invocation; an object's invocation has 30 s. */
export type PageObjectWork = "settle" | "publish" | "report";

/**
 * The location of a checker: its name, and the region near which it is created, else beside the database. It stays
 * where it was created.
 */
export interface CheckerLocation {
  name: string;
  region?: string;
}

const isPlace = (region: string | undefined): region is DurableObjectLocationHint => region !== undefined;

/** Aborts a call when its time is over, so that it holds none of the six connections of an invocation. */
async function ended<T>(work: (signal: AbortSignal) => Promise<T>, milliseconds: number): Promise<T> {
  const giving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${milliseconds} ms`);
      giving.abort(error);
      reject(error);
    }, milliseconds);
  });
  return Promise.race([work(giving.signal), late]).finally(() => clearTimeout(timer));
}

/**
 * Calls a Durable Object, which works in a separate invocation. Returns null if none is bound, the call fails, or it
 * takes longer than `patience` ms; callers treat an unknown result as no data. The caller charges the subrequest.
 */
export async function callChecker<T>(
  ctx: Ctx,
  { name, region = ctx.config.location }: CheckerLocation,
  what: "shards" | "opinion" | "units" | "send" | "configuration" | PageObjectWork,
  body: unknown,
  patience: number,
): Promise<T | null> {
  const checkers = ctx.bindings.CHECKER;
  if (!checkers) return null;
  const calledAt = ctx.now();
  try {
    const stub = checkers.get(checkers.idFromName(name), isPlace(region) ? { locationHint: region } : {});
    const request = { method: "POST", body: JSON.stringify(body) };
    return await ended(async (signal) => {
      const answer = await stub.fetch(`https://checker/${what}`, { ...request, signal });
      addReportedObjectTime(ctx, answer);
      if (!answer.ok) throw new Error(`the checker answered ${answer.status}`);
      return (await answer.json()) as T;
    }, patience);
  } catch (error) {
    ctx.log.error("checker.call", error, { checker: name, what });
    return null;
  } finally {
    addObjectTime(ctx, calledAt, patience);
  }
}
