import { afterEach, expect, test } from "vitest";
import { mapInSlices, withBackgroundWorkPaused, yieldToRequests } from "./give-way";
import { resetIsolate } from "./isolate";
import { newMeter } from "./meter";

afterEach(resetIsolate);

/** A clock that a sleep moves. */
function clocked() {
  const ctx = {
    at: 1_000_000,
    meter: newMeter(),
    slept: [] as number[],
    now: () => ctx.at,
    async sleep(milliseconds: number) {
      ctx.slept.push(milliseconds);
      ctx.at += milliseconds;
    },
  };
  return ctx;
}

test("where nobody waits it gives way once, for what has come in meanwhile", async () => {
  const ctx = clocked();
  await yieldToRequests(ctx);
  expect(ctx.slept).toEqual([0]);
});

test("it stands back while somebody waits, and no longer than a fiftieth of a second", async () => {
  const ctx = clocked();
  const answer = Promise.withResolvers<string>();
  const answered = withBackgroundWorkPaused(() => answer.promise, ctx.now);
  await yieldToRequests(ctx);
  expect(ctx.at).toBe(1_000_020);
  answer.resolve("page");
  expect(await answered).toBe("page");
  await yieldToRequests(ctx);
  expect(ctx.at).toBe(1_000_020);
});

test("where the thread is overrun and a turn takes half a second, it goes on after one", async () => {
  const ctx = clocked();
  void withBackgroundWorkPaused(() => new Promise(() => undefined), ctx.now);
  const sleep = async (milliseconds: number) => {
    await ctx.sleep(milliseconds);
    ctx.at += 500;
  };
  await yieldToRequests({ ...ctx, sleep });
  expect(ctx.slept).toEqual([0]);
});

test("where the thread is overrun, all slices together stand back for five seconds, and the rest is done at once", async () => {
  const ctx = clocked();
  const sleep = async (milliseconds: number) => {
    await ctx.sleep(milliseconds);
    ctx.at += 500;
  };
  const all = Array.from({ length: 600 }, (_, index) => index);
  expect(await mapInSlices({ ...ctx, sleep }, all, 10, (one) => one)).toEqual(all);
  expect(ctx.at).toBe(1_005_000);
  // Another invocation starts from zero.
  const meter = newMeter();
  await yieldToRequests({ ...ctx, sleep, meter });
  expect(ctx.at).toBe(1_005_500);
});

test("it goes on as soon as the answer is there, also where that failed", async () => {
  const ctx = clocked();
  const answer = Promise.withResolvers<string>();
  const answered = withBackgroundWorkPaused(() => answer.promise, ctx.now).catch(() => "failed");
  const sleep = async (milliseconds: number) => {
    await ctx.sleep(milliseconds);
    if (ctx.slept.length === 3) answer.reject(new Error("away"));
    await Promise.resolve().then(() => undefined);
  };
  await yieldToRequests({ ...ctx, sleep });
  expect(await answered).toBe("failed");
  expect(ctx.slept.length).toBeLessThan(6);
});

test.each([5000, -5000])(
  "an answer that never comes holds up nothing after five seconds, nor does a clock that is set (%d ms)",
  async (passed) => {
    const ctx = clocked();
    void withBackgroundWorkPaused(() => new Promise(() => undefined), ctx.now);
    ctx.at += passed;
    await yieldToRequests(ctx);
    expect(ctx.slept).toEqual([0]);
  },
);

test("all of it is done, in order, slice by slice", async () => {
  const ctx = clocked();
  const made = await mapInSlices(ctx, [1, 2, 3, 4, 5], 2, (one) => one * 10);
  expect(made).toEqual([10, 20, 30, 40, 50]);
  expect(ctx.slept).toEqual([0, 0]);
  expect(await mapInSlices(ctx, [], 2, (one) => one)).toEqual([]);
});
