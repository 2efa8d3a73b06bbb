import type { StateLetter } from "./state";

const colours: Record<StateLetter, string> = {
  o: "2a9461",
  d: "c49a0c",
  p: "d9731c",
  m: "cc3a30",
  x: "4b7fd1",
  w: "7c8a84",
  n: "7c8a84",
  a: "7c8a84",
};

const square = "M1 1h14v14H1z";

/** The outlines of the page's own marks (styles/public/states.css). */
const outlines: Record<Exclude<StateLetter, "o">, string> = {
  d: "M8 1l8 14H0z",
  p: "M8 0l8 8-8 8-8-8z",
  m: "M5 0h6l5 5v6l-5 5H5l-5-5V5z",
  x: square,
  w: square,
  a: square,
  n: "M8 0a8 8 0 100 16A8 8 0 008 0m0 4a4 4 0 110 8 4 4 0 010-8",
};

const shapeOf = (letter: StateLetter) =>
  letter === "o" ? "%3Ccircle cx='8' cy='8' r='7'/%3E" : `%3Cpath fill-rule='evenodd' d='${outlines[letter]}'/%3E`;

/** The state as the tab's icon, in the page itself: no further request. Its shape is that of its mark on the page. */
export function faviconOf(letter: StateLetter): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='%23${colours[letter]}'%3E${shapeOf(letter)}%3C/svg%3E`;
}
