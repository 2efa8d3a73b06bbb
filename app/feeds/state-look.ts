import { outlineOf, type StateLetter } from "~/rules/basics/state-letter";

/** Dark enough for white letters on it, and for itself on white (4.5:1). */
export const stateColours: Record<StateLetter, string> = {
  o: "#1f7a4d",
  d: "#806200",
  p: "#a94e08",
  m: "#b3261e",
  x: "#2f5fa8",
  w: "#5f6b66",
  n: "#5f6b66",
  a: "#5f6b66",
};

/** Round while all is well, a ring where nothing is known, else the state's own outline: never by colour alone. */
export function stateShape(letter: StateLetter, x: number, y: number, radius: number): string {
  const colour = stateColours[letter];
  if (letter === "o") return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  if (letter === "n") {
    const line = Math.max(1.5, radius / 3);
    return `<circle cx="${x}" cy="${y}" r="${radius - line / 2}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  }
  return `<path fill="${colour}" d="${outlineOf(letter, x, y, radius)}"/>`;
}
