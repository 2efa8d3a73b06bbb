import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isCallable } from "../../app/net/callable-address.ts";

/** None of the addresses that a host has may be called. */
export class PrivateAddress extends Error {}

/** So many names are asked for and not answered that no more can be: nothing is known of this one. */
export class TooManyNames extends Error {}

/** As many as the system looks up at once: half of the threads that the process has (libuv, `call-process`). */
export const mostLookups = 120;

/** Where IPv4 is reached through IPv6, names have such addresses too (NAT64, RFC 6052 §2.1): they are what they lead to. */
function behindNat64(text: string): string {
  const address = ipaddr.parse(text);
  if (address.kind() !== "ipv6" || !address.match(ipaddr.parse("64:ff9b::"), 96)) return text;
  return address.toByteArray().slice(-4).join(".");
}

export const isAllowed = (address: string, networks: readonly string[]): boolean =>
  ipaddr.isValid(address) && isCallable(behindNat64(address), networks);

type Answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

export type Lookup = (host: string, answer: Answer) => void;

/** The system's: files, mDNS and name servers, as they are set up on this machine. */
const ofSystem: Lookup = (host, answer) => systemLookup(host, { all: true, order: "verbatim" }, answer);

/** Hundreds of checks of one host at once ask for its addresses once. */
export function askedOnce(lookup: Lookup): Lookup {
  const asking = new Map<string, Answer[]>();
  return (host, answer) => {
    const others = asking.get(host);
    if (others) return void others.push(answer);
    if (asking.size >= mostLookups) return answer(new TooManyNames(host), []);
    const all = [answer];
    asking.set(host, all);
    lookup(host, (error, found) => {
      asking.delete(host);
      for (const each of all) each(error, found);
    });
  };
}

const shared = askedOnce(ofSystem);

/**
 * A socket's own lookup: what it finds is what is called, so that no second answer leads elsewhere. Addresses that may not
 * be called are none. Errors: PrivateAddress where nothing else is left, and the system's own.
 */
export const guardedLookup =
  (networks: readonly string[], lookup = shared): LookupFunction =>
  (host, { all }, done) =>
    lookup(host, (error, found) => {
      if (error) return done(error, "", 0);
      const allowed = found.filter(({ address }) => isAllowed(address, networks));
      const [first] = allowed;
      if (!first) return done(new PrivateAddress(host), "", 0);
      if (all) return done(null, allowed);
      done(null, first.address, first.family);
    });

/** The host of an address as a socket takes it; null = an address that may not be called, which is looked up by nobody. */
export function callableHost({ hostname }: URL, networks: readonly string[]): string | null {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) && !isAllowed(host, networks) ? null : host;
}
