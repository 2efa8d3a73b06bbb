import { isLoopback } from "~/net/loopback";

/** Browsers take Secure cookies from loopback names too; elsewhere plain http cannot have them. */
function isSecure(origin: string): boolean {
  const url = new URL(origin);
  return url.protocol === "https:" || isLoopback(url.hostname);
}

const nameFor = (origin: string, name: string): string => (isSecure(origin) ? `__Host-${name}` : name);

/** Value of Set-Cookie for a secret of this browser: the strictest that the origin can have. */
export const cookieLine = (origin: string, name: string, value: string, seconds: number): string =>
  `${nameFor(origin, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(origin) ? "; Secure" : ""}`;

/** What the browser sent under that name, or null. */
export function cookieOf(request: Request, origin: string, name: string): string | null {
  const full = nameFor(origin, name);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === full) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
