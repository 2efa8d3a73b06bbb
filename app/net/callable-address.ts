import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;

/**
 * Networks that are globally routed but not public servers: the cloud's own (Azure), documentation (RFC 9637), local
 * NAT64 (RFC 8215).
 */
const notPublic = ["168.63.129.16/32", "3fff::/20", "64:ff9b:1::/48", "192.88.99.0/24"];
const words: Record<string, string[]> = {
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  local: ["127.0.0.0/8", "::1/128"],
};

/** Parses an address or a network to [address, bits]; null for any other text. */
function networkOf(text: string): [Address, number] | null {
  const cidr = text.trim();
  if (ipaddr.isValidCIDR(cidr)) return ipaddr.parseCIDR(cidr);
  if (!ipaddr.isValid(cidr)) return null;
  const parsed = ipaddr.parse(cidr);
  return [parsed, parsed.toByteArray().length * 8];
}

const isWithin = (address: Address, networks: readonly string[]): boolean =>
  networks
    .flatMap((each) => words[each.trim()] ?? [each])
    .some((text) => {
      const network = networkOf(text);
      return network?.[0].kind() === address.kind() && address.match(network as never);
    });

/** Returns the IPv4 address within a mapped IPv6 address. */
function unmapped(address: Address): Address {
  const six = address as ipaddr.IPv6;
  return address.kind() === "ipv6" && six.isIPv4MappedAddress() ? six.toIPv4Address() : address;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || isWithin(address, notPublic)) return false;
  return address.kind() === "ipv4" || isWithin(address, ["2000::/3"]);
}

/**
 * Returns true when an address may be called: it is public, or in one of these networks (CIDR, addresses, `private`,
 * `local`). Throws for a text that is not an address.
 */
export function isCallableAddress(text: string, networks: readonly string[]): boolean {
  const address = unmapped(ipaddr.parse(text));
  return isPublic(address) || isWithin(address, networks);
}

export const isAddressWithinNetworks = (text: string, networks: readonly string[]): boolean =>
  isWithin(unmapped(ipaddr.parse(text)), networks);
