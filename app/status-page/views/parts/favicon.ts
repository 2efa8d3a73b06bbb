import { type StateLetter, stateOutlinePath } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";

function shapeOf(letter: StateLetter): string {
  if (letter === "o") return "%3Ccircle cx='8' cy='8' r='7'/%3E";
  const ring = "M8 0a8 8 0 100 16A8 8 0 008 0m0 4a4 4 0 110 8 4 4 0 010-8";
  return `%3Cpath fill-rule='evenodd' d='${letter === "n" ? ring : stateOutlinePath(letter, 8, 8, 8)}'/%3E`;
}

/**
 * Returns the state as the tab's icon, as a data URL without a further request. Its shape is that of the mark on the
 * page.
 */
export function faviconOf(letter: StateLetter): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='%23${stateMarkByLetter[letter].fill.slice(1)}'%3E${shapeOf(letter)}%3C/svg%3E`;
}
