import type { ReceivedPing } from "../record";

/** A ping as its address says it. */
export type AddressedPing = Pick<ReceivedPing, "address" | "action" | "exit">;

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Form of a key that came from another product and need not be a UUID. */
const foreignKeyForm = /^[\w-]{1,100}$/;

export const isUuid = (text: string): boolean => uuidForm.test(text);

/** Parses the last segment of an address (`start`, `fail`, `log` or an exit status); null for any other. */
export function pingActionOf(suffix: string | undefined): Pick<ReceivedPing, "action" | "exit"> | null {
  if (suffix === undefined) return { action: "success" };
  if (suffix === "start" || suffix === "fail" || suffix === "log") return { action: suffix };
  return /^\d+$/.test(suffix) ? { action: "success", exit: Number(suffix) } : null;
}

/** Returns the address of a heartbeat by its key. A UUID is the same in any case, another key is not; null = no key. */
export function keyAddressOf(key: string): { uuid: string } | null {
  if (isUuid(key)) return { uuid: key.toLowerCase() };
  return foreignKeyForm.test(key) ? { uuid: key } : null;
}

const slugAddressOf = (first: string, slug = ""): ReceivedPing["address"] | null =>
  /^[\w-]+$/.test(first) && /^[\w-]+$/.test(slug) ? { pingKey: first, slug } : null;

function addressedPing(address: ReceivedPing["address"] | null, suffix: string | undefined): AddressedPing | null {
  const action = pingActionOf(suffix);
  return address && action ? { address, ...action } : null;
}

/** Parses a key with or without a suffix; null for any other path. */
const byKey = ([first = "", suffix, ...rest]: readonly string[]): AddressedPing | null =>
  rest.length > 0 ? null : addressedPing(keyAddressOf(first), suffix);

/**
 * Parses `/ping/<key>` or `/ping/<page's key>/<slug>`, each with one of four suffixes. It returns all possible
 * readings, because a slug can be called `fail`. `/<uuid>` is the same, as at hc-ping.com. Empty for any other path.
 */
export function parsePingPath(pathname: string): AddressedPing[] {
  const segments = pathname.split("/").slice(1);
  const parts = segments[0] === "ping" ? segments.slice(1) : segments;
  const [first = "", second, third] = parts;
  const own = byKey(parts);
  if (isUuid(first) && (second === undefined || pingActionOf(second))) return own ? [own] : [];
  const bySlug = parts.length <= 3 ? addressedPing(slugAddressOf(first, second), third) : null;
  return [...(bySlug ? [bySlug] : []), ...(own ? [own] : [])];
}
