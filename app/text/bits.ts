/** Returns a set of small numbers as a sum of 2 ** n: exact up to 2 ** 53, where `<<` would wrap at 32. */
export const bitSetOf = (numbers: readonly number[]): number =>
  [...new Set(numbers)].reduce((sum, n) => sum + 2 ** n, 0);

export const hasBit = (bits: number, n: number): boolean => Math.floor(bits / 2 ** n) % 2 === 1;

/** Returns the numbers below `size` that are in it, or with `inside: false` those that are not. */
export const numbersInBitSet = (bits: number, size: number, inside = true): number[] =>
  Array.from({ length: size }, (_, n) => n).filter((n) => hasBit(bits, n) === inside);
