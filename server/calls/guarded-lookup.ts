import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isCallableAddress } from "../../app/net/callable-address.ts";

/** Thrown when none of a host's addresses may be called. */
export class PrivateAddressError extends Error {}

/** Thrown when too many lookups are unanswered, so that this name cannot be looked up. */
export class TooManyLookupsError extends Error {}

/** Maximum number of lookups that the system runs at once: half of the process's threads (libuv, `call-process`). */
export const maxConcurrentLookups = 120;

/**
 * Converts NAT64 addresses (RFC 6052 §2.1), through which IPv4 is reached in IPv6 networks, to the IPv4 address they
 * lead to.
 */
function behindNat64(text: string): string {
  const address = ipaddr.parse(text);
  if (address.kind() !== "ipv6" || !address.match(ipaddr.parse("64:ff9b::"), 96)) return text;
  return address.toByteArray().slice(-4).join(".");
}

export const isConnectableAddress = (address: string, networks: readonly string[]): boolean =>
  ipaddr.isValid(address) && isCallableAddress(behindNat64(address), networks);

type LookupCallback = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

export type HostLookup = (host: string, answer: LookupCallback) => void;

/** The system's lookup: files, mDNS and name servers, as configured on this machine. */
const ofSystem: HostLookup = (host, answer) => systemLookup(host, { all: true, order: "verbatim" }, answer);

/** Shares one lookup among hundreds of simultaneous checks of one host. */
export function shareLookups(lookup: HostLookup): HostLookup {
  const asking = new Map<string, LookupCallback[]>();
  return (host, answer) => {
    const others = asking.get(host);
    if (others) return void others.push(answer);
    if (asking.size >= maxConcurrentLookups) return answer(new TooManyLookupsError(host), []);
    const all = [answer];
    asking.set(host, all);
    lookup(host, (error, found) => {
      asking.delete(host);
      for (const each of all) each(error, found);
    });
  };
}

const shared = shareLookups(ofSystem);

/**
 * Returns a lookup for sockets: the address found is the address called, so that no second lookup can lead elsewhere.
 * Addresses that may not be called are removed. Errors: PrivateAddressError when none is left, and the system's own.
 */
export const makeGuardedLookup =
  (networks: readonly string[], lookup = shared): LookupFunction =>
  (host, { all }, done) =>
    lookup(host, (error, found) => {
      if (error) return done(error, "", 0);
      const allowed = found.filter(({ address }) => isConnectableAddress(address, networks));
      const [first] = allowed;
      if (!first) return done(new PrivateAddressError(host), "", 0);
      if (all) return done(null, allowed);
      done(null, first.address, first.family);
    });

/**
 * Returns the host of an address in a socket's form; null = an address that may not be called, and is not looked up.
 */
export function callableHost({ hostname }: URL, networks: readonly string[]): string | null {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) && !isConnectableAddress(host, networks) ? null : host;
}
