const encoder = new TextEncoder();

/** Compares two texts in a time that depends only on the length of the given one, as needed for secrets. */
export function isEqualInConstantTime(given: string, expected: string): boolean {
  const [one, other] = [encoder.encode(given), encoder.encode(expected)];
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= (one[index] ?? 0) ^ (other[index % Math.max(other.length, 1)] ?? 0);
  }
  return difference === 0;
}
