import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import type { AnySource } from "~/sources/contract/contract";
import { minuteMs } from "~/time/durations";
import { tooManyFailure } from "./delivery-parts";

/** Counts deliveries per source in this isolate, in windows of five minutes (spec §9). */
const limiter = makeLimiter(5 * minuteMs);

/** Returns why a source may deliver nothing more in this window; null when it may. Spends nothing. */
export function overLimit(ctx: Ctx, sourceId: string, adapter: AnySource): Result<never> | null {
  const { ingestLimit } = ctx.config;
  if (ingestLimit === 0) return null;
  const { remaining, resetAt } = limiter.left(sourceId, ingestLimit, ctx.now());
  return remaining === 0 ? fail(tooManyFailure(adapter, Math.max(1, Math.ceil((resetAt - ctx.now()) / 1000)))) : null;
}

interface LimitedDelivery {
  sourceId: string;
  adapter: AnySource;
  isGenuine: boolean;
}

/**
 * Spends one delivery of the source's limit; fails with limited. Refused deliveries are counted apart, so that garbage from
 * someone who knows the address leaves room for genuine ones.
 */
export function spendDelivery(ctx: Ctx, { sourceId, adapter, isGenuine }: LimitedDelivery): Result<true> {
  const key = isGenuine ? sourceId : `refused ${sourceId}`;
  const { allowed, retryAfter } = limiter.take(key, ctx.config.ingestLimit, ctx.now());
  return allowed ? ok(true) : fail(tooManyFailure(adapter, retryAfter));
}

/** Gives a genuine delivery back, because an equal repeat does not count. */
export const refundDelivery = (sourceId: string): void => limiter.giveBack(sourceId);
