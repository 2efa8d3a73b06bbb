import ipaddr from "ipaddr.js";

/**
 * Returns the network of an address, for limits (spec §9): IPv4 /24, IPv6 /48; `unknown` for a text that is not an
 * address.
 */
export function networkPrefix(address: string | null): string {
  if (!address || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}/${bits}`;
}
