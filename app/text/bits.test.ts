import fc from "fast-check";
import { expect, test } from "vitest";
import { bitSetOf, hasBit, numbersInBitSet } from "./bits";

const subset = fc.uniqueArray(fc.integer({ min: 0, max: 49 }));

test("a set of numbers below 50 survives as one number", () => {
  fc.assert(
    fc.property(subset, (numbers) => {
      const bits = bitSetOf(numbers);
      expect(Number.isSafeInteger(bits)).toBe(true);
      expect(numbersInBitSet(bits, 50)).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbersInBitSet(bits, 50, false)).toHaveLength(50 - numbers.length);
    }),
  );
});

test("bit 31 and above do not wrap", () => {
  expect(bitSetOf([31, 32, 49])).toBe(2 ** 31 + 2 ** 32 + 2 ** 49);
  expect(hasBit(2 ** 49, 49)).toBe(true);
  expect(hasBit(2 ** 49, 17)).toBe(false);
});
