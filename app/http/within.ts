export const late = Symbol("late");

/** Returns the result of the work, or `late` when it takes longer than `limit` ms; the work is then abandoned. */
export async function within<T>(work: Promise<T>, limit: number): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), limit);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
