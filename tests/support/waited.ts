import { AsyncLocalStorage } from "node:async_hooks";
import { makeHastyClock } from "./hasty-clock";

interface Waiting {
  milliseconds: number;
}

export interface Waited<T> {
  value: T;
  /** By timers one after the other, in ms: the same however busy the machine is. */
  waited: number;
}

/** Counts what work waits by its own timers. Timers that others began, and it only hears of, are theirs. */
export function countWaiting() {
  const work = new AsyncLocalStorage<Waiting>();
  const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
  const hasty = makeHastyClock(real.set);
  let longest = 0;
  const counted = (callback: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    const waiting = work.getStore();
    const end = (waiting?.milliseconds ?? 0) + milliseconds;
    const told = () => {
      if (waiting) waiting.milliseconds = Math.max(waiting.milliseconds, end);
      callback(...given);
    };
    const isHasty = milliseconds > 0 && milliseconds <= longest;
    return isHasty ? hasty.after(milliseconds, AsyncLocalStorage.bind(told)) : real.set(told, milliseconds);
  };
  globalThis.setTimeout = counted as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer) => {
    if (!hasty.cancel(timer)) real.clear(timer as number);
  }) as typeof clearTimeout;
  return {
    waitedBy: <T>(run: () => Promise<T>): Promise<Waited<T>> => {
      const waiting = { milliseconds: 0 };
      return work.run(waiting, async () => ({ value: await run(), waited: waiting.milliseconds }));
    },
    /**
     * Timers of up to `upTo` ms are over so many times sooner, and count as what they say. A longer one ends work as a
     * whole, and what that computes takes as long as ever.
     */
    hasten(times: number, upTo = Number.POSITIVE_INFINITY): void {
      hasty.pace = times;
      longest = times > 1 ? upTo : 0;
    },
    stop() {
      globalThis.setTimeout = real.set;
      globalThis.clearTimeout = real.clear;
    },
  };
}
