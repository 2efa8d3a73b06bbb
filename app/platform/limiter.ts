import { isRecentInstant } from "~/time/instants";
import { BoundedMap, registerIsolateCache } from "./isolate";

/**
 * Counts in this isolate's memory, so that a limit costs no row. Windows of fixed length, per key; a restart can only
 * allow more than the limit, never less.
 */
export interface RateLimiter {
  /** Counts an event and returns whether it is within the limit. `retryAfter` is in whole seconds, at least 1. */
  take(key: string, limit: number, now: number): { allowed: boolean; retryAfter: number };
  /** Returns how many are left in the present window, and when it ends (ms). */
  left(key: string, limit: number, now: number): { remaining: number; resetAt: number };
  /** Removes an event that turned out not to count. */
  giveBack(key: string): void;
}

interface RateLimitWindow {
  startedAt: number;
  count: number;
}

const maxKeys = 10_000;

export function makeRateLimiter(length: number): RateLimiter {
  const windows = registerIsolateCache(new BoundedMap<string, RateLimitWindow>(maxKeys));

  const windowOf = (key: string, now: number): RateLimitWindow => {
    const known = windows.get(key);
    if (known && isRecentInstant(known.startedAt, now, length)) return known;
    const fresh = { startedAt: now, count: 0 };
    windows.set(key, fresh);
    return fresh;
  };

  return {
    take(key, limit, now) {
      const window = windowOf(key, now);
      const retryAfter = Math.max(1, Math.ceil((window.startedAt + length - now) / 1000));
      if (limit > 0 && window.count >= limit) return { allowed: false, retryAfter };
      window.count++;
      return { allowed: true, retryAfter };
    },
    left(key, limit, now) {
      const window = windowOf(key, now);
      return { remaining: Math.max(0, limit - window.count), resetAt: window.startedAt + length };
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count--;
    },
  };
}
