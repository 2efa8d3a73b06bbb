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

/** The state as the tab's icon, in the page itself: no further request. Round while all is well, else a diamond. */
export function faviconOf(letter: StateLetter): string {
  const shape = letter === "o" ? "%3Ccircle cx='8' cy='8' r='7'/%3E" : "%3Cpath d='M8 0l8 8-8 8-8-8z'/%3E";
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='%23${colours[letter]}'%3E${shape}%3C/svg%3E`;
}
