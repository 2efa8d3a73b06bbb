import ipaddr from "ipaddr.js";

/** The network that an address belongs to, for limits (spec §9): IPv4 /24, IPv6 /48; what is no address is `unknown`. */
export function networkPrefix(address: string | null): string {
  if (!address || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}/${bits}`;
}
