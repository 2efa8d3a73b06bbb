import { isLoopbackHost } from "~/net/loopback";

/**
 * True when the origin can have Secure cookies: browsers accept them from loopback names too, but not from other plain
 * http.
 */
function isSecure(origin: string): boolean {
  const url = new URL(origin);
  return url.protocol === "https:" || isLoopbackHost(url.hostname);
}

const nameFor = (origin: string, name: string): string => (isSecure(origin) ? `__Host-${name}` : name);

/**
 * Returns the Set-Cookie value for a secret of this browser, with the strictest attributes that the origin can have.
 */
export const setCookieHeaderText = (origin: string, name: string, value: string, seconds: number): string =>
  `${nameFor(origin, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(origin) ? "; Secure" : ""}`;

/** Returns the cookie of that name, or null. */
export function requestCookieOf(request: Request, origin: string, name: string): string | null {
  const full = nameFor(origin, name);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === full) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
