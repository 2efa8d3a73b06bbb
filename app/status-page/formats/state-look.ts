import { type StateLetter, stateOutlinePath } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";

/**
 * Draws a state's shape, so that it never depends on colour alone: a disc when all is well, a ring when nothing is
 * known, else the state's own outline.
 */
export function stateShapeSvg(letter: StateLetter, x: number, y: number, radius: number): string {
  const colour = stateMarkByLetter[letter].text;
  if (letter === "o") return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  if (letter === "n") {
    const line = Math.max(1.5, radius / 3);
    return `<circle cx="${x}" cy="${y}" r="${radius - line / 2}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  }
  return `<path fill="${colour}" d="${stateOutlinePath(letter, x, y, radius)}"/>`;
}
