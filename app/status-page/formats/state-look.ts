import { outlineOf, type StateLetter } from "~/status/state-letter";
import { stateMarks } from "~/status/state-mark";

/** Round while all is well, a ring where nothing is known, else the state's own outline: never by colour alone. */
export function stateShape(letter: StateLetter, x: number, y: number, radius: number): string {
  const colour = stateMarks[letter].text;
  if (letter === "o") return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  if (letter === "n") {
    const line = Math.max(1.5, radius / 3);
    return `<circle cx="${x}" cy="${y}" r="${radius - line / 2}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  }
  return `<path fill="${colour}" d="${outlineOf(letter, x, y, radius)}"/>`;
}
