import type { Ctx } from "./ctx";
import { RecentMap, registerIsolateCache } from "./isolate";
import type { Meter } from "./meter";

type YieldContext = Pick<Ctx, "sleep" | "now" | "meter">;

/** Longest time that work pauses for waiting requests, and the interval of its checks meanwhile, in ms. */
const maxYieldMs = 20;
const yieldIntervalMs = 2;
/** Maximum total pause of an invocation, in ms. It is short because a page is leased for ten seconds. */
const maxTotalYieldMs = 5000;
/** An answer that takes longer no longer counts, because its client may have gone without any sign; ms. */
const maxAwaitedMs = 5000;

/**
 * Start times (UTC ms) of requests in progress. The map is bounded, because the entry of an aborted request may never
 * be removed.
 */
const waiting = registerIsolateCache(new RecentMap<symbol, number>({ entries: 500 }));

/** Total time that each invocation has paused, in ms. */
const stoodBack = new WeakMap<Meter, number>();

/** Counts an answer as awaited: meanwhile background work pauses. */
export async function withBackgroundWorkPaused<T>(answer: () => Promise<T>, now: () => number = Date.now): Promise<T> {
  const mark = Symbol();
  waiting.set(mark, now());
  try {
    return await answer();
  } finally {
    waiting.delete(mark);
  }
}

/** Returns true when an answer is awaited. Entries in the future, left by a clock that was set back, do not count. */
function isAwaited(now: number): boolean {
  for (const [mark, since] of waiting) {
    if (Math.abs(now - since) < maxAwaitedMs) return true;
    waiting.delete(mark);
  }
  return false;
}

/**
 * Called between two slices of work, so that new requests are answered first. On one machine a single thread serves
 * views, the tick and the sender; without this a view would wait for a whole tick. Limited by time, not turns, and in
 * total per invocation: on an overloaded thread turns are long, and paused work would lose its lease.
 */
export async function yieldToRequests({ sleep, now, meter }: YieldContext): Promise<void> {
  const before = stoodBack.get(meter) ?? 0;
  if (before >= maxTotalYieldMs) return;
  const since = now();
  await sleep(0);
  for (
    let looked = 0;
    looked < maxYieldMs / yieldIntervalMs && now() < since + maxYieldMs && isAwaited(now());
    looked++
  )
    await sleep(yieldIntervalMs);
  stoodBack.set(meter, before + Math.max(0, now() - since));
}

/** Works through all items, and gives way after each slice of so many. */
export async function mapInSlices<One, Made>(
  ctx: YieldContext,
  all: readonly One[],
  slice: number,
  work: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, one] of all.entries()) {
    if (index > 0 && index % slice === 0) await yieldToRequests(ctx);
    made.push(work(one));
  }
  return made;
}

/** Works through the steps of a decision, and gives way between two of them. */
export async function runInSteps<Result>(ctx: YieldContext, steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToRequests(ctx);
  }
}
