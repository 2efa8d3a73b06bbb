import fc from "fast-check";
import { expect, test } from "vitest";
import { incidentStaleAt, standstillBeforeTick } from "./stale";

const staleAfter = 6 * 3600_000;

const hour = 3600_000;
const word = 1_800_000_000_000;

test.each([
  [0, null],
  [6 * hour - 1, null],
  [6 * hour, word + 6 * hour],
  [11 * hour, word + 6 * hour],
  [12 * hour, word + 12 * hour],
  [50 * hour, word + 48 * hour],
])("after %d ms", (ago, at) => {
  expect(incidentStaleAt(word, word + ago, staleAfter)).toBe(at);
});

test("asked at any two moments it names at most one instant for each six hours, never one to come", () => {
  fc.assert(
    fc.property(fc.nat(40 * 24 * hour), fc.nat(6 * hour), (ago, more) => {
      const [first, second] = [
        incidentStaleAt(word, word + ago, staleAfter),
        incidentStaleAt(word, word + ago + more, staleAfter),
      ];
      if (first === null) return;
      expect(first).toBeLessThanOrEqual(word + ago);
      expect(word + ago - first).toBeLessThan(staleAfter);
      expect([first, first + staleAfter]).toContain(second);
    }),
  );
});

test.each([
  ["the first tick ever", 0, null],
  ["ten minutes", word - 600_000, null],
  ["fifteen minutes", word - 900_000, null],
  ["longer", word - 900_001, { from: word - 900_001, to: word }],
])("a gap: %s", (_, tickAt, gap) => {
  expect(standstillBeforeTick(tickAt, word)).toEqual(gap);
});
