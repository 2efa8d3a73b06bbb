/** A state by its letter: o operational, d degraded, p partial, m major, x maintenance, w planned, n no data, a announcement. */
export type StateLetter = "o" | "d" | "p" | "m" | "x" | "w" | "n" | "a";

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

const square = [-0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85];

/** Across and down from the middle, in radii: the outlines of the pages (styles/public/states.css). */
const outlines: Record<Exclude<StateLetter, "o" | "n">, number[]> = {
  d: [0, -1, 1, 0.8, -1, 0.8],
  p: [0, -1, 1, 0, 0, 1, -1, 0],
  m: [-0.42, -1, 0.42, -1, 1, -0.42, 1, 0.42, 0.42, 1, -0.42, 1, -1, 0.42, -1, -0.42],
  x: square,
  w: square,
  a: square,
};

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Round while all is well, a ring where nothing is known, else the state's own outline: never by colour alone. */
export function stateShape(letter: StateLetter, x: number, y: number, radius: number): string {
  const colour = stateColours[letter];
  if (letter === "o") return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
  if (letter === "n") {
    const line = Math.max(1.5, radius / 3);
    return `<circle cx="${x}" cy="${y}" r="${radius - line / 2}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  }
  const points = outlines[letter].map((part, index) => rounded((index % 2 === 0 ? x : y) + part * radius));
  return `<path fill="${colour}" d="M${points.join(" ")}z"/>`;
}
