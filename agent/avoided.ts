import dns from "node:dns";
import net from "node:net";
import { options } from "./options";

/** Where clouds tell machines their secrets. */
const secretive = new net.BlockList();
secretive.addSubnet("169.254.0.0", 16);
for (const each of ["100.100.100.200", "168.63.129.16", "192.0.0.192"]) secretive.addAddress(each);
secretive.addSubnet("fd00:ec2::", 32, "ipv6");
for (const each of ["fd20:ce::254", "fe80::a9fe:a9fe"]) secretive.addAddress(each, "ipv6");
// The first of them by way of IPv6 (RFC 6052, RFC 3056, RFC 4291 §2.5.5.1).
secretive.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
secretive.addSubnet("2002:a9fe::", 32, "ipv6");
secretive.addSubnet("::a9fe:0", 112, "ipv6");

/** Without the zone of a link's own address. */
function isAvoided(given: string): boolean {
  const address = given.split("%", 1).join("");
  if (options.allowsMetadata || net.isIP(address) === 0) return false;
  return secretive.check(address, net.isIPv6(address) ? "ipv6" : "ipv4");
}

/** No check opens anything there, be it by a name or a redirect: whoever changes monitors must not read what this machine is told. */
export interface Avoidance {
  /** Throws for such an address; a name is looked at when it is resolved. */
  avoid(host: string): void;
  /** What sockets resolve names by: what they open is what was looked at. */
  lookup: net.LookupFunction;
  /** Whether the check came upon one. */
  hasMet(): boolean;
}

export function makeAvoidance(): Avoidance {
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
