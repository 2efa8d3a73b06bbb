import fc from "fast-check";
import { expect, test } from "vitest";
import { countTroubledDays, uptimeBarPaths, uptimeBarsViewBox, worstDayLetters } from "./bar-paths";

const days = fc.string({ unit: fc.constantFrom(..."odpmxn-"), minLength: 1, maxLength: 120 });

/** Returns the letters that the lines cover, read back from the drawing. */
function drawn(given: string): string {
  const letters = Array.from({ length: given.length }, () => "?");
  for (const { letter, d } of uptimeBarPaths(given)) {
    for (const [, x, width] of d.matchAll(/M(\d+) \d+h(\d+)/g)) {
      const first = Number(x) / 4;
      const count = (Number(width) + 1) / 4;
      for (let day = first; day < first + count; day++) letters[day] = letter;
    }
  }
  return letters.join("");
}

test("whatever the days, each is drawn once in its state, and a state is one path", () => {
  fc.assert(
    fc.property(days, (given) => {
      expect(drawn(given)).toBe(given);
      expect(uptimeBarPaths(given)).toHaveLength(new Set(given).size);
    }),
  );
});

test("ninety quiet days are one line", () => {
  expect(uptimeBarPaths("o".repeat(90))).toEqual([{ letter: "o", d: "M0 23h359" }]);
  expect(uptimeBarsViewBox("o".repeat(90))).toBe("0 0 359 28");
});

test("a group shows the worst known of each day, and grey where it knows less than half", () => {
  expect(worstDayLetters(["oopo-n", "omox-o"])).toBe("ompx-o");
  expect(worstDayLetters(["nnn-n", "nnn-n", "oxdo-"])).toBe("nxdon");
  expect(worstDayLetters([])).toBe("");
});

test("days are counted by what was wrong, worst first", () => {
  expect(countTroubledDays("--oommnd")).toEqual([
    { letter: "m", count: 2 },
    { letter: "d", count: 1 },
    { letter: "n", count: 1 },
    { letter: "-", count: 2 },
  ]);
});
