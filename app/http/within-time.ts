export const timeoutMark = Symbol("late");

/** Returns the result of the work, or `late` when it takes longer than `limit` ms; the work is then abandoned. */
export async function withinTime<T>(work: Promise<T>, limit: number): Promise<T | typeof timeoutMark> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof timeoutMark>((resolve) => {
    timer = setTimeout(() => resolve(timeoutMark), limit);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
