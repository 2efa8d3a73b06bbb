import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type CorneredStateLetter, stateOutlinePath } from "./state-letter";

const sheet = readFileSync(new URL("../status-page/views/styles/states.css", import.meta.url), "utf8");

const numbersIn = (text: string) => (text.match(/-?[\d.]+/g) ?? []).map(Number);

/**
 * Returns the corners of this letter's mark on pages, in percent of its box; the ring before it ends where it started.
 */
function markOf(letter: string): number[] {
  const [, rule = ""] = new RegExp(`\\.${letter}(?:,\\s*\\.w)? \\{([^}]+)\\}`).exec(sheet) ?? [];
  const [across, down, ...rest] = numbersIn(/polygon\(([^)]+)\)/.exec(rule)?.[1] ?? "");
  const end = rest.findIndex((value, index) => index % 2 === 0 && value === across && rest[index + 1] === down);
  return [across ?? 0, down ?? 0, ...rest.slice(0, end)];
}

const span = (values: readonly number[]) => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (value - least) / (most - least));
};

/** Normalises a shape by removing place and size. */
const shapeOf = (points: readonly number[]) => [
  span(points.filter((_, index) => index % 2 === 0)),
  span(points.filter((_, index) => index % 2 === 1)),
];

test.each<CorneredStateLetter>(["d", "p", "m", "x"])(
  "%s has one outline in tabs, badges and previews and on pages",
  (letter) => {
    const [drawn, marked] = [shapeOf(numbersIn(stateOutlinePath(letter, 8, 8, 8))), shapeOf(markOf(letter))];
    for (const axis of [0, 1]) {
      expect(marked[axis]).toHaveLength(drawn[axis]?.length ?? 0);
      const rest = [...(drawn[axis] ?? [])];
      for (const [index, value] of (marked[axis] ?? []).entries()) expect(value).toBeCloseTo(rest[index] ?? -1, 1);
    }
  },
);
