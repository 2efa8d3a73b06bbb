import ipaddr from "ipaddr.js";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { isAddressWithinNetworks, isCallableAddress } from "./callable-address";
import { networkAllowSettings } from "./network-settings";
import { privateHostNames, wildcardDnsDomains } from "./private-names";

export interface AddressGuardOptions {
  /** Exceptions that may be called: networks (CIDR), addresses, `private`, `local`, names (`mailpit`, `.lan`). */
  networks: readonly string[];
  /** Our own hosts, which are never called by HTTP: `host` on any port, or `host:port`. */
  own: readonly string[];
  /** True when HTTP calls may go to names only: Cloudflare answers 1003 to an address. */
  namesOnly?: boolean;
  /** Setting by which the operator allows more of them; default: the team's. */
  setting?: string;
  /** True when the caller is in a private network, to check targets there: any host on any port may be called. */
  everything?: boolean;
}

type AllowedAddresses = Pick<AddressGuardOptions, "networks" | "setting" | "everything">;

export type UrlGuardResult = { ok: true; url: URL } | { ok: false; code: string; detail: Refusal };

type AddressVerdict = { ok: true } | { ok: false; code: string; detail: Refusal };

/** Returns the setting by which the operator lifts a refusal, and what to add to it. */
const liftOf = ({ setting = networkAllowSettings.team }: AllowedAddresses, value: string) => ({ setting, value });

const no = (code: string, detail: Refusal) => ({ ok: false as const, code, detail });

/**
 * Tests whether an address may be called: it is public, or in a network that the operator allows. For literals and DNS
 * answers.
 */
export function checkOutboundAddress(text: string, around: AllowedAddresses): AddressVerdict {
  if (isCallableAddress(text, around.networks)) return { ok: true };
  return no("private_address", refusalFor("url.private", liftOf(around, text)));
}

const isPrivateName = (name: string) =>
  !name.includes(".") || privateHostNames.some((each) => name === each || name.endsWith(`.${each}`));

const embedsAddress = (name: string) => wildcardDnsDomains.some((each) => name === each || name.endsWith(`.${each}`));

const isWithinName = (name: string, networks: readonly string[]) =>
  networks.some((each) => name === each.toLowerCase() || (each.startsWith(".") && name.endsWith(each.toLowerCase())));

/** Returns true for an allowed name; when the machine itself may be called, so may its name. */
const isAllowedName = (name: string, networks: readonly string[]): boolean =>
  isWithinName(name, networks) ||
  (/(^|\.)localhost$/.test(name) && ["127.0.0.1", "::1"].some((each) => isAddressWithinNetworks(each, networks)));

const bare = (host: string): string =>
  host
    .replace(/^\[|\]$/g, "")
    .replace(/(?<!\.)\.+$/, "")
    .toLowerCase();

/**
 * Tests whether a host may be called. `host` is normalised by `URL`: it has no other notations of IPv4 literals,
 * full-width letters or percent-encoding left. Names of private places are called only when the operator lists them;
 * the addresses to which names resolve are checked by the second wall (docs/operations.md).
 */
function guardHost(given: string, around: AllowedAddresses): AddressVerdict {
  const host = bare(given);
  if (host === "") return no("bad_url", "url.no_host");
  if (around.everything) return { ok: true };
  if (ipaddr.isValid(host)) return checkOutboundAddress(host, around);
  if (/[:%]/.test(host)) return no("private_address", "url.zone_id");
  if (embedsAddress(host)) return no("private_address", "url.embeds");
  if (isPrivateName(host) && !isAllowedName(host, around.networks)) {
    return no("private_address", refusalFor("url.private_name", liftOf(around, host)));
  }
  return { ok: true };
}

/** Ports of other protocols, https://fetch.spec.whatwg.org/#port-blocking: no HTTP call goes there on purpose. */
const strangePorts = new Set(
  "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211".split(
    " ",
  ),
);

/** Tests the host of a mail server or another peer without a URL, normalised as a browser would. */
export function checkOutboundHostName(host: string, around: AllowedAddresses): AddressVerdict {
  if (/[\s/?#@\\]/.test(host)) return no("bad_url", "url.not_host");
  const literal = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const url = URL.parse(`http://${literal}/`);
  return url ? guardHost(url.hostname, around) : no("bad_url", "url.not_host");
}

const isLoopback = (host: string) => /^127\.|^::1$|(^|\.)localhost$/.test(host);

/** Returns true for one of our own hosts; all names of this machine count as one host. */
function isOwn(url: URL, own: readonly string[]): boolean {
  const host = bare(url.hostname);
  return own.some((each) => {
    const ours = URL.parse(`${url.protocol}//${each}`);
    if (!ours || (/:\d+$/.test(each) && ours.port !== url.port)) return false;
    const name = bare(ours.hostname);
    return name === host || (isLoopback(name) && isLoopback(host));
  });
}

const nameInstead = "url.bare_address";

/** Returns true for an IP address, except one that the operator allows and that is therefore in a network of theirs. */
function isBareAddress(hostname: string, networks: readonly string[]): boolean {
  const host = bare(hostname);
  return ipaddr.isValid(host) && !isAddressWithinNetworks(host, networks);
}

/** Tests whether a URL may be called. */
export function checkOutboundUrl(text: string, around: AddressGuardOptions): UrlGuardResult {
  const url = URL.parse(text);
  if (!url) return no("bad_url", "url.not_url");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return no("scheme_not_allowed", "url.scheme");
  }
  if (url.username !== "" || url.password !== "") {
    return no("credentials_in_url", "url.credentials");
  }
  if (isOwn(url, around.own)) return no("own_address", "url.own");
  const host = guardHost(url.hostname, around);
  if (!host.ok) return host;
  if (around.namesOnly && isBareAddress(url.hostname, around.networks)) return no("bare_address", nameInstead);
  if (strangePorts.has(url.port) && !around.everything) return no("port_not_allowed", "url.port");
  // A name without its last dot is the same, and certificates never contain the dot.
  url.hostname = url.hostname.replace(/(?<!\.)\.$/, "");
  return { ok: true, url };
}
