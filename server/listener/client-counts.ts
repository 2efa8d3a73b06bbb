import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { ReverseProxyLimits } from "./front-limits.ts";

/**
 * Returns the unit that is counted as one client: an address, or a network of 64 bits, which is what a household with
 * IPv6 has.
 */
export function clientCountKey(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  return `${ipaddr.parse(address).toByteArray().slice(0, 8).join(".")}/64`;
}

/**
 * Returns true for the machine itself, which is a person on it, or a proxy that is not configured and sends the
 * requests of all clients.
 */
const isOurselves = (client: string) => client === "127.0.0.1" || client === "::1" || client === clientCountKey("::1");

/** Requests of each client: a burst, and a rate per second. */
export class ClientRateLimiter {
  private readonly used = new Map<string, { taken: number; at: number }>();

  private readonly limits: Pick<ReverseProxyLimits, "ratePerSecond" | "burst">;

  constructor(limits: Pick<ReverseProxyLimits, "ratePerSecond" | "burst">) {
    this.limits = limits;
  }

  /** Counts a request. Returns the seconds to wait if it exceeds the limit, otherwise 0. */
  take(client: string, now: number): number {
    const { ratePerSecond, burst } = this.limits;
    if (isOurselves(client)) return 0;
    const before = this.used.get(client) ?? { taken: 0, at: now };
    const taken = Math.max(0, before.taken - ((now - before.at) * ratePerSecond) / 1000) + 1;
    if (taken > burst) return Math.max(1, Math.ceil((taken - burst) / ratePerSecond));
    this.used.delete(client);
    this.used.set(client, { taken, at: now });
    if (this.used.size > 20_000) this.forgetOldest();
    return 0;
  }

  /** The most recent client is last; a client that was forgotten has its whole burst again. */
  private forgetOldest(): void {
    const [oldest] = this.used.keys();
    if (oldest !== undefined) this.used.delete(oldest);
  }
}

/**
 * Limits open connections, for each client and in total. If there are too many, the oldest idle connection of that
 * client, or of the client with the most, is closed, so that slow clients make room for new ones.
 */
export class ConnectionLimiter {
  private readonly clients = new Map<string, Set<Socket>>();
  private readonly answering = new WeakSet<Socket>();
  private count = 0;

  private readonly limits: Pick<ReverseProxyLimits, "connections" | "connectionsOfOne">;
  private readonly isProxy: (address: string) => boolean;

  constructor(
    limits: Pick<ReverseProxyLimits, "connections" | "connectionsOfOne">,
    isProxy: (address: string) => boolean,
  ) {
    this.limits = limits;
    this.isProxy = isProxy;
  }

  get size(): number {
    return this.count;
  }

  open(socket: Socket, address: string): void {
    const client = clientCountKey(address);
    const own = this.clients.get(client) ?? new Set();
    this.clients.set(client, own.add(socket));
    this.count += 1;
    socket.once("close", () => this.closed(client, own, socket));
    const capped = !isOurselves(client) && !this.isProxy(address);
    if (capped && own.size > this.limits.connectionsOfOne) this.endOne(own, socket);
    else if (this.count > this.limits.connections) this.endOne(this.mostOpen(), socket);
  }

  /** Marks a connection as being answered: until `answered` is called, it is not closed to make room. */
  answers(socket: Socket): void {
    this.answering.add(socket);
  }

  answered(socket: Socket): void {
    this.answering.delete(socket);
  }

  private closed(client: string, own: Set<Socket>, socket: Socket): void {
    if (!own.delete(socket)) return;
    this.count -= 1;
    if (own.size === 0 && this.clients.get(client) === own) this.clients.delete(client);
  }

  private endOne(own: Set<Socket>, newest: Socket): void {
    for (const socket of own) {
      if (socket !== newest && !this.answering.has(socket)) return void socket.destroy();
    }
    newest.destroy();
  }

  private mostOpen(): Set<Socket> {
    let most = new Set<Socket>();
    for (const own of this.clients.values()) if (own.size > most.size) most = own;
    return most;
  }
}
