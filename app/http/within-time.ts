export const timeoutSymbol = Symbol("late");

/** Returns the result of the work, or `late` when it takes longer than `limit` ms; the work is then abandoned. */
export async function withTimeout<T>(work: Promise<T>, limit: number): Promise<T | typeof timeoutSymbol> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof timeoutSymbol>((resolve) => {
    timer = setTimeout(() => resolve(timeoutSymbol), limit);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
