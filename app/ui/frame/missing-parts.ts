import { keepTypedFields, putTypedFields } from "./typed-fields";

const wayKey = "upfront.way";
const reloadedKey = "upfront.reloaded";
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

/** Of the build that this page is of. */
const versionOf = (page: { __remixManifest?: { version?: string } }): string => page.__remixManifest?.version ?? "";

/** What is missing after a reload does not come by another one. */
function reloadOnce(): void {
  const version = versionOf(window as object);
  if (sessionStorage.getItem(reloadedKey) === version) return;
  sessionStorage.setItem(reloadedKey, version);
  keepTypedFields();
  location.reload();
}

/**
 * A part of this page's build may be gone when it is asked for: then the page is loaded again, by Remix where it is a
 * route's, else here. Who was going somewhere goes on; what was typed is there again.
 */
export function reloadForMissingParts(): void {
  window.addEventListener("vite:preloadError", reloadOnce);
  window.addEventListener("pagehide", keepWay);
  putTypedFields();
  const way = JSON.parse(sessionStorage.getItem(wayKey) ?? "null") as { from: string; to: string } | null;
  sessionStorage.removeItem(wayKey);
  if (way?.from === here()) location.replace(way.to);
}
