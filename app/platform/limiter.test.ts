import { expect, test } from "vitest";
import { makeRateLimiter } from "./limiter";

test("up to the limit in a window, then not, then again", () => {
  const limiter = makeRateLimiter(10_000);
  const allowed = (now: number) => limiter.take("a", 2, now).allowed;
  expect([allowed(0), allowed(1), allowed(2)]).toEqual([true, true, false]);
  expect(limiter.take("a", 2, 9_999)).toEqual({ allowed: false, retryAfter: 1 });
  expect(limiter.take("b", 2, 3).allowed).toBe(true);
  expect(allowed(10_000)).toBe(true);
});

test("what is given back does not count; 0 lifts the limit; a clock that went back starts again", () => {
  const limiter = makeRateLimiter(10_000);
  limiter.take("a", 1, 100);
  limiter.giveBack("a");
  expect(limiter.take("a", 1, 100).allowed).toBe(true);
  expect(limiter.take("a", 0, 100).allowed).toBe(true);
  expect(limiter.take("a", 1, 100).allowed).toBe(false);
  expect(limiter.take("a", 1, 50).allowed).toBe(true);
});
