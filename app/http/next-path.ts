/** The first page after signing in. */
export const signedInStartPath = "/manage";

const base = "https://own.invalid";

/** Browsers drop tabs and line ends from addresses and read a backslash as a slash. */
const tricky = (letter: string) => letter === "\\" || letter <= " " || letter === "\u007f";

/** Returns a path on this site with its query, or null. */
function ownPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || [...next].some(tricky) || !URL.canParse(next, base)) return null;
  const url = new URL(next, base);
  const path = `${url.pathname}${url.search}`;
  return url.origin === base && !path.startsWith("//") ? path : null;
}

/** Returns the path of `?next=`, or the start page. */
export const toSafeNextPath = (next: string | null | undefined): string => ownPath(next) ?? signedInStartPath;

/**
 * Returns the part of `next` after the prefix of one status page; "" (its front page) when it is no path of this page.
 */
export function nextPathOnPage(next: string | null | undefined, prefix: string): string {
  const path = ownPath(next);
  if (!path?.startsWith(prefix)) return "";
  const rest = path.slice(prefix.length);
  return /^[/?]/.test(rest) && rest !== "/" ? rest : "";
}

export const signInPath = (next: string): string => `/manage/sign-in?next=${encodeURIComponent(next)}`;
