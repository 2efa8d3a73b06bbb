import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";

/** Requests per token and minute, counted in this isolate's memory (spec §9). */
const requestsPerMinute = 120;
const limiter = makeRateLimiter(minuteMs);

/** Counts a request of the token, for any resource. `retryAfter` is in seconds, or null if the request is allowed. */
export function takeRequestAllowance(
  ctx: Ctx,
  key: string,
): { headers: Record<string, string>; retryAfter: number | null } {
  const { allowed, retryAfter } = limiter.take(key, requestsPerMinute, ctx.now());
  const { remaining, resetAt } = limiter.left(key, requestsPerMinute, ctx.now());
  const headers = {
    "x-ratelimit-limit": String(requestsPerMinute),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(resetAt / 1000)),
  };
  return { headers, retryAfter: allowed ? null : retryAfter };
}
