/** `npm test -- --long` sets it. */
export const isLong = process.env.UPFRONT_LONG === "1";

/**
 * What is large by nature has a size in every run, and its full one with `--long`: more draws of chance, or more copies of
 * the same.
 */
export const sized = <T>(usual: T, full: T): T => (isLong ? full : usual);

/** The same for a number that the environment may name for one run. */
export const sizedBy = (name: string, usual: number, full: number): number =>
  Number(process.env[name] ?? sized(usual, full));
