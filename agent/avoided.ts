import dns from "node:dns";
import net from "node:net";
import { options } from "./options";

/** Where clouds tell machines their secrets. */
const secretive = new net.BlockList();
secretive.addSubnet("169.254.0.0", 16);
for (const each of ["100.100.100.200", "168.63.129.16"]) secretive.addAddress(each);
for (const each of ["fd00:ec2::254", "fd20:ce::254"]) secretive.addAddress(each, "ipv6");

const isAvoided = (address: string): boolean =>
  !options.allowsMetadata && net.isIP(address) !== 0 && secretive.check(address, net.isIPv6(address) ? "ipv6" : "ipv4");

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
