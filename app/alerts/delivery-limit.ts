import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import { minuteMs } from "~/time/durations";
import { rateLimitFailure } from "./delivery-parts";

/** Counts deliveries per source in this isolate, in windows of five minutes (spec §9). */
const limiter = makeRateLimiter(5 * minuteMs);

/** Returns why a source may deliver nothing more in this window; null when it may. Spends nothing. */
export function deliveryLimitFailure(ctx: Ctx, sourceId: string, adapter: AnySourceAdapter): Result<never> | null {
  const { ingestLimit } = ctx.config;
  if (ingestLimit === 0) return null;
  const { remaining, resetAt } = limiter.left(sourceId, ingestLimit, ctx.now());
  return remaining === 0 ? fail(rateLimitFailure(adapter, Math.max(1, Math.ceil((resetAt - ctx.now()) / 1000)))) : null;
}

interface LimitedDelivery {
  sourceId: string;
  adapter: AnySourceAdapter;
  isGenuine: boolean;
}

/**
 * Counts one delivery against the source's limit; fails with limited. Refused deliveries are counted separately, so
 * that someone who knows the address cannot use up the limit of genuine ones.
 */
export function spendDeliveryLimit(ctx: Ctx, { sourceId, adapter, isGenuine }: LimitedDelivery): Result<true> {
  const key = isGenuine ? sourceId : `refused ${sourceId}`;
  const { allowed, retryAfter } = limiter.take(key, ctx.config.ingestLimit, ctx.now());
  return allowed ? ok(true) : fail(rateLimitFailure(adapter, retryAfter));
}

/** Gives a genuine delivery back, because an equal repeat does not count. */
export const refundDeliveryLimit = (sourceId: string): void => limiter.giveBack(sourceId);
