export const late = Symbol("late");

/** What the work comes to, or `late` when it takes longer than so many ms; it is left behind then. */
export async function within<T>(work: Promise<T>, limit: number): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), limit);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
