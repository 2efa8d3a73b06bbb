/** Where people start who have just signed in. */
export const startPage = "/manage";

const base = "https://own.invalid";

/** Browsers drop tabs and line ends from addresses and read a backslash as a slash. */
const tricky = (letter: string) => letter === "\\" || letter <= " " || letter === "\u007f";

/** A path on this very site from `?next=`, or the own start page (quality §6 row 37). */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith("/") || [...next].some(tricky) || !URL.canParse(next, base)) return startPage;
  const url = new URL(next, base);
  const path = `${url.pathname}${url.search}`;
  return url.origin === base && !path.startsWith("//") ? path : startPage;
}

export const signInPath = (next: string): string => `/manage/sign-in?next=${encodeURIComponent(next)}`;
