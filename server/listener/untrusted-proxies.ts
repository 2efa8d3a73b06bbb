import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { trustProxyAdvice, type UntrustedProxies } from "../../app/net/trusted-proxy.ts";
import { dayMs } from "../../app/time/durations.ts";
import { isAddressListed, plainIpAddress, trustedProxyList } from "./client.ts";

/** Headers in which proxies name their client. */
const proxyHeaders = ["X-Forwarded-For", "Forwarded", "X-Real-IP"] as const;

const privateRanges = new Set(["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.parse(address).range() : "");

const headerIn = ({ headers }: IncomingMessage) => proxyHeaders.find((name) => name.toLowerCase() in headers);

/**
 * Time in ms after which an entry is dropped: a request made manually is forgotten, and a working proxy appears again.
 */
const proxyMemoryMs = dayMs;

/** Maximum number of entries: they are enough for the operator to see the cause, and keep memory and log small. */
const maxProxies = 8;

const settingOf = (address: string) => (rangeOf(address) === "loopback" ? "loopback" : address);

/**
 * Private addresses whose requests carry a proxy's header while no proxy there is trusted: most likely the operator's
 * own proxy, behind which all visitors count as one. The header is not believed, as a plain nginx passes on its
 * client's.
 */
export class UntrustedProxyWatch {
  private readonly seen = new Map<string, { header: string; at: number }>();
  private readonly trusted;

  private readonly named: readonly string[];
  private readonly log: (line: string) => void;

  constructor(named: readonly string[], log: (line: string) => void = console.error) {
    this.named = named;
    this.trusted = trustedProxyList(named);
    this.log = log;
  }

  /** Binding by which the worker asks for the proxies. */
  get binding(): { proxies: () => Response } {
    return { proxies: () => Response.json(this.found(Date.now())) };
  }

  look(request: IncomingMessage, now: number): void {
    const header = headerIn(request);
    if (header === undefined) return;
    const address = plainIpAddress(request.socket.remoteAddress ?? "");
    const known = this.seen.get(address);
    if (known) known.at = now;
    else this.note(address, header, now);
  }

  found(now: number): UntrustedProxies {
    const young = [...this.seen].filter(([, { at }]) => now - at < proxyMemoryMs);
    const proxies = young.map(([address, { header }]) => ({ address, header }));
    return { proxies, value: this.valueFor(proxies.map((each) => each.address)) };
  }

  private note(address: string, header: string, now: number): void {
    if (this.seen.size >= maxProxies || isAddressListed(this.trusted, address) || !privateRanges.has(rangeOf(address)))
      return;
    this.seen.set(address, { header, at: now });
    const advice = trustProxyAdvice(this.valueFor([address]));
    this.log(`Requests from ${address} carry ${header}, and no proxy there is trusted. ${advice}`);
  }

  private valueFor(addresses: readonly string[]): string {
    return [...new Set([...this.named, ...addresses.map(settingOf)])].join(",");
  }
}
