import { AsyncLocalStorage } from "node:async_hooks";
import { makeHastyClock } from "./hasty-clock";

interface Waiting {
  milliseconds: number;
}

export interface Waited<T> {
  value: T;
  /** Total time of sequential timers, in ms; it does not depend on the machine's load. */
  waited: number;
}

/** Counts how long work waits on its own timers, not on those that others started. */
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
     * Makes timers of up to `upTo` ms run so many times faster, counted at their nominal length. Longer ones are
     * deadlines of whole work, whose computing takes its real time.
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
