import { keepTypedFields, putTypedFields } from "./typed-fields";

const wayKey = "upfront.way";
const reloadedKey = "upfront.reloaded";
/** In ms: what is missing after a reload does not come by another one. */
const calm = 60_000;

const here = () => `${location.pathname}${location.search}`;

/** Where the person is going while its parts are read; null = nowhere. */
let onTheWay: string | null = null;

export const setOnTheWay = (path: string | null): void => {
  onTheWay = path;
};

function keepWay(): void {
  if (onTheWay !== null && onTheWay !== here())
    sessionStorage.setItem(wayKey, JSON.stringify({ from: here(), to: onTheWay }));
}

const isReloaded = () =>
  performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");

function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  const now = performance.timeOrigin + performance.now();
  if (now - last < calm) return;
  sessionStorage.setItem(reloadedKey, String(now));
  keepTypedFields();
  location.reload();
}

/**
 * A part of this page's build may be gone when it is asked for: then the page is loaded anew, by Remix where it is a
 * route's, else here. Who was going somewhere goes on; what was typed is there again.
 */
export function reloadForMissingParts(): void {
  window.addEventListener("vite:preloadError", reloadOnce);
  window.addEventListener("pagehide", keepWay);
  putTypedFields();
  const way = JSON.parse(sessionStorage.getItem(wayKey) ?? "null") as { from: string; to: string } | null;
  sessionStorage.removeItem(wayKey);
  if (way?.from === here() && isReloaded()) location.replace(way.to);
}
