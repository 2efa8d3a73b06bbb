import { restoreTypedFields, saveTypedFields } from "./typed-fields";

const wayKey = "upfront.way";
const reloadedKey = "upfront.reloaded";
const here = () => `${location.pathname}${location.search}`;

/** Path to which the person is navigating while its scripts load; null = none. */
let onTheWay: string | null = null;

export const setPendingPath = (path: string | null): void => {
  onTheWay = path;
};

function keepWay(): void {
  if (onTheWay !== null && onTheWay !== here())
    sessionStorage.setItem(wayKey, JSON.stringify({ from: here(), to: onTheWay }));
}

/** Returns the version of this page's build. */
const versionOf = (page: { __remixManifest?: { version?: string } }): string => page.__remixManifest?.version ?? "";

/** Reloads the page once per build, because a second reload would not help. */
function reloadOnce(): void {
  const version = versionOf(window as object);
  if (sessionStorage.getItem(reloadedKey) === version) return;
  sessionStorage.setItem(reloadedKey, version);
  saveTypedFields();
  location.reload();
}

/**
 * Reloads the page when a script of its build no longer exists: Remix does so for a route's script, this for others.
 * Navigation continues, and typed values are restored.
 */
export function reloadOnMissingScript(): void {
  window.addEventListener("vite:preloadError", reloadOnce);
  window.addEventListener("pagehide", keepWay);
  restoreTypedFields();
  const way = JSON.parse(sessionStorage.getItem(wayKey) ?? "null") as { from: string; to: string } | null;
  sessionStorage.removeItem(wayKey);
  if (way?.from === here()) location.replace(way.to);
}
