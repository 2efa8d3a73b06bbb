import { AsyncLocalStorage } from "node:async_hooks";

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
  const real = globalThis.setTimeout;
  let pace = 1;
  const counted = (callback: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    const waiting = work.getStore();
    const end = (waiting?.milliseconds ?? 0) + milliseconds;
    return real(() => {
      if (waiting) waiting.milliseconds = Math.max(waiting.milliseconds, end);
      callback(...given);
    }, milliseconds / pace);
  };
  globalThis.setTimeout = counted as unknown as typeof setTimeout;
  return {
    waitedBy: <T>(run: () => Promise<T>): Promise<Waited<T>> => {
      const waiting = { milliseconds: 0 };
      return work.run(waiting, async () => ({ value: await run(), waited: waiting.milliseconds }));
    },
    /** Timers are over so many times sooner, and count as what they say: where nothing but them is waited for. */
    hasten(times: number): void {
      pace = times;
    },
    stop() {
      globalThis.setTimeout = real;
    },
  };
}
