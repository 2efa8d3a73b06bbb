import ipaddr from "ipaddr.js";

/** The network that an address belongs to, for limits: a household or an office, not a single device. */
export function networkPrefix(address: string | null): string {
  if (!address || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 56;
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}/${bits}`;
}
