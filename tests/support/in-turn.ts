let before: Promise<unknown> = Promise.resolve();

/**
 * Runs work one after the other in this process: while a runtime starts, TMPDIR is its own folder, and a browser
 * started meanwhile would keep its files in a folder that is deleted with the runtime.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}
