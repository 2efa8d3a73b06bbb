import { type Cookie, parseString } from "set-cookie-parser";
import type { CookieJar } from "~/platform/outbound";

/** Limits for all hosts of one check; `length` in characters. */
const limits = { cookies: 50, length: 8000 };

/** A line without a name has no cookie; the library throws on some of those lines. */
function cookieIn(line: string): Cookie[] {
  try {
    const cookie = parseString(line, { decodeValues: false });
    return cookie.name === "" ? [] : [cookie];
  } catch {
    return [];
  }
}

const hasEnded = ({ maxAge, expires }: Cookie, now: number) =>
  maxAge === undefined ? expires !== undefined && expires.getTime() <= now : maxAge <= 0;

const sizeOf = (kept: CookieJar) =>
  [...kept.values()].flatMap((cookies) => [...cookies].map(([name, { value }]) => name.length + value.length));

/** Returns true when one more cookie of `length` characters may be kept. */
function hasRoom(kept: CookieJar, length: number): boolean {
  const sizes = sizeOf(kept);
  return sizes.length < limits.cookies && sizes.reduce((sum, each) => sum + each, length) <= limits.length;
}

/**
 * Keeps the cookies that a host's answer sets (RFC 6265 §5.3), for that host alone, whatever domain and path it names.
 */
export function storeResponseCookies(kept: CookieJar, url: URL, headers: Headers, now: number): void {
  const lines = headers.getSetCookie();
  if (lines.length === 0) return;
  const own = kept.get(url.hostname) ?? new Map();
  kept.set(url.hostname, own);
  const isSecure = url.protocol === "https:";
  for (const cookie of lines.flatMap(cookieIn)) {
    const { name, value, secure = false } = cookie;
    // Over plain HTTP no cookie that is secure may be set or replaced (draft-ietf-httpbis-rfc6265bis).
    if (!isSecure && (secure || own.get(name)?.secure)) continue;
    own.delete(name);
    if (!hasEnded(cookie, now) && hasRoom(kept, name.length + value.length)) own.set(name, { value, secure });
  }
}

const namesIn = (line: string) => new Set(line.split(";").map((each) => each.split("=", 1).join("").trim()));

/**
 * Adds the kept cookies of the host after those set manually, which take precedence over a kept cookie of the same
 * name.
 */
export function withRequestCookies(headers: Record<string, string>, kept: CookieJar, url: URL): Record<string, string> {
  if (!kept.has(url.hostname)) return headers;
  const [name = "cookie", line = ""] = Object.entries(headers).find(([each]) => each.toLowerCase() === "cookie") ?? [];
  const written = namesIn(line);
  const added = [...(kept.get(url.hostname) ?? [])]
    .filter(([each, { secure }]) => !written.has(each) && (!secure || url.protocol === "https:"))
    .map(([each, { value }]) => `${each}=${value}`);
  return added.length === 0 ? headers : { ...headers, [name]: [line, ...added].filter(Boolean).join("; ") };
}
