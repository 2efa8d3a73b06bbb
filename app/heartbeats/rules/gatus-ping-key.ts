import { createHash } from "node:crypto";

/**
 * Returns the key of a heartbeat that is imported from an external endpoint of Gatus. Gatus finds an endpoint by its
 * key and compares its token, which several may share. Here one secret finds a heartbeat, so both become one UUID.
 */
export function gatusPingKey(endpointKey: string, token: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([endpointKey.toLowerCase(), token]))
    .digest("hex");
  const [first, second, third, fourth, last] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hex.slice(from, to));
  // A UUID of version 8 is one whose bits its maker chooses (RFC 9562).
  return `${first}-${second}-8${third}-a${fourth}-${last}`;
}
