/** Set by `npm test -- --long`. */
export const isLong = process.env.UPFRONT_LONG === "1";

/**
 * Returns the size of a large test: the usual one, or the full one with `--long`, which means more random cases or more
 * copies.
 */
export const sized = <T>(usual: T, full: T): T => (isLong ? full : usual);

/** Returns the same for a number that the environment may set for one run. */
export const sizedBy = (name: string, usual: number, full: number): number =>
  Number(process.env[name] ?? sized(usual, full));
