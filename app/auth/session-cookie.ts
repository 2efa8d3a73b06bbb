import { isLoopback } from "~/http/host";
import { sessionLength } from "~/rules/session";

/** Browsers take Secure cookies from loopback names too; elsewhere plain http cannot have them. */
function isSecure(origin: string): boolean {
  const url = new URL(origin);
  return url.protocol === "https:" || isLoopback(url.hostname);
}

const nameFor = (origin: string): string => (isSecure(origin) ? "__Host-session" : "session");

const lineOf = (origin: string, value: string, seconds: number): string =>
  `${nameFor(origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(origin) ? "; Secure" : ""}`;

/** Value of Set-Cookie that signs this browser in. `origin` = config.origin. */
export const sessionCookie = (origin: string, token: string): string => lineOf(origin, token, sessionLength / 1000);

export const clearedCookie = (origin: string): string => lineOf(origin, "", 0);

/** The session token that the browser sent, or null. */
export function sessionTokenOf(request: Request, origin: string): string | null {
  const name = nameFor(origin);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
