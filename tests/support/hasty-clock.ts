/** Most real time that one turn of the loop counts for, in ms, however long the machine stood still in it. */
const longestTurn = 4;

interface HastyTimer {
  due: number;
  run(): void;
  unref(): HastyTimer;
  ref(): HastyTimer;
}

/**
 * Makes timers that run `pace` times faster. When the machine stands still their clock does too, so that what one timer
 * starts has many turns of the loop before the next timer.
 */
export function makeHastyClock(setRealTimeout: typeof setTimeout) {
  const timers = new Set<HastyTimer>();
  let [now, turnedAt, isTurning] = [0, 0, false];

  function turn(): void {
    const at = performance.now();
    now += Math.min(at - turnedAt, longestTurn) * clock.pace;
    turnedAt = at;
    const due = [...timers].filter((each) => each.due <= now).sort((one, other) => one.due - other.due);
    for (const each of due) {
      // A timer that ran just before may have cancelled this one.
      if (timers.delete(each)) each.run();
    }
    isTurning = timers.size > 0;
    if (isTurning) setRealTimeout(turn, 1);
  }

  const clock = {
    pace: 1,
    after(milliseconds: number, run: () => void): HastyTimer {
      if (!isTurning) {
        isTurning = true;
        turnedAt = performance.now();
        setRealTimeout(turn, 1);
      }
      const timer: HastyTimer = { due: now + milliseconds, run, unref: () => timer, ref: () => timer };
      timers.add(timer);
      return timer;
    },
    /** Returns false when it is not a timer of this clock. */
    cancel: (timer: unknown): boolean => timers.delete(timer as HastyTimer),
  };
  return clock;
}
