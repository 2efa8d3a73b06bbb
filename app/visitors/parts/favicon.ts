import { outlineOf, type StateLetter } from "~/rules/basics/state-letter";

const colours: Record<StateLetter, string> = {
  o: "2a9461",
  d: "bf8000",
  p: "dd6b10",
  m: "d5281e",
  x: "4b7fd1",
  w: "7c8a84",
  n: "7c8a84",
  a: "7c8a84",
};

function shapeOf(letter: StateLetter): string {
  if (letter === "o") return "%3Ccircle cx='8' cy='8' r='7'/%3E";
  const ring = "M8 0a8 8 0 100 16A8 8 0 008 0m0 4a4 4 0 110 8 4 4 0 010-8";
  return `%3Cpath fill-rule='evenodd' d='${letter === "n" ? ring : outlineOf(letter, 8, 8, 8)}'/%3E`;
}

/** The state as the tab's icon, in the page itself: no further request. Its shape is that of its mark on the page. */
export function faviconOf(letter: StateLetter): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='%23${colours[letter]}'%3E${shapeOf(letter)}%3C/svg%3E`;
}
