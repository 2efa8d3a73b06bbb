import dns from "node:dns";
import net from "node:net";
import { agentProgramOptions } from "./options";

/** Addresses at which clouds give machines their secrets. */
const secretive = new net.BlockList();
secretive.addSubnet("169.254.0.0", 16);
for (const each of ["100.100.100.200", "168.63.129.16", "192.0.0.192"]) secretive.addAddress(each);
secretive.addSubnet("fd00:ec2::", 32, "ipv6");
for (const each of ["fd20:ce::254", "fe80::a9fe:a9fe"]) secretive.addAddress(each, "ipv6");
// IPv6 forms of the first of them (RFC 6052, RFC 3056, RFC 4291 §2.5.5.1).
secretive.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
secretive.addSubnet("2002:a9fe::", 32, "ipv6");
secretive.addSubnet("::a9fe:0", 112, "ipv6");

/** The zone of a link-local address is removed. */
function isAvoided(given: string): boolean {
  const address = given.split("%", 1).join("");
  if (agentProgramOptions.allowsMetadata || net.isIP(address) === 0) return false;
  return secretive.check(address, net.isIPv6(address) ? "ipv6" : "ipv4");
}

/**
 * Prevents checks from opening these addresses, by a name or a redirect: a person who changes monitors must not read
 * this machine's secrets.
 */
export interface AddressGuard {
  /** Throws for such an address; a name is checked when it is resolved. */
  avoid(host: string): void;
  /** Resolver for sockets, which open exactly the addresses that were checked. */
  lookup: net.LookupFunction;
  /** Returns true when the check encountered such an address. */
  hasMet(): boolean;
}

export function makeAddressGuard(): AddressGuard {
  let hasMet = false;
  const met = () => {
    hasMet = true;
    return new Error("Clouds tell secrets there.");
  };
  return {
    avoid(host) {
      if (isAvoided(host.replace(/^\[|\]$/g, ""))) throw met();
    },
    lookup(host, given, done) {
      dns.lookup(host, given, (error, found, family) => {
        const all = Array.isArray(found) ? found.map(({ address }) => address) : [found];
        if (!error && all.some(isAvoided)) return done(met(), "", 0);
        done(error, found, family);
      });
    },
    hasMet: () => hasMet,
  };
}
