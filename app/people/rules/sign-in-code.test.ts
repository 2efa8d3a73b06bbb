import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSignInCode, signInCodeFromHash } from "./sign-in-code";

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);

test("a code of any hash is read back as it was, grouped, in any case", () => {
  fc.assert(
    fc.property(hash, (hex) => {
      const code = signInCodeFromHash(hex);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(parseSignInCode(code)).toBe(code);
      expect(parseSignInCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toBe(code);
    }),
  );
});

test("the whole alphabet comes up, about equally often", () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 4096; n++) {
    const code = signInCodeFromHash(
      (BigInt(n) * 0x9e3779b97f4a7c15n).toString(16).padStart(16, "0").slice(-16).padEnd(64, "0"),
    );
    for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1250);
});

test.each([
  ["7K3M-Q9TX", "7K3MQ9TX"],
  ["7k3m q9tx", "7K3MQ9TX"],
  ["OIL0-1111", "01101111"],
  ["7K3M–Q9TX", "7K3MQ9TX"],
  ["7K3M-Q9T", null],
  ["7K3M-Q9TXX", null],
  ["7K3M-Q9TU", null],
  ["", null],
  ["-".repeat(1000), null],
  ["７K3MQ9TX", null],
])("%j is %j", (typed, code) => {
  expect(parseSignInCode(typed)).toBe(code);
});
