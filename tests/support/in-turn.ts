let before: Promise<unknown> = Promise.resolve();

/**
 * One after the other in this process: a runtime that starts has TMPDIR for itself until then, and a browser that began
 * meanwhile would keep its files in a folder that goes with the runtime.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}
