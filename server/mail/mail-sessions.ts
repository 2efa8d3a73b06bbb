import ipaddr from "ipaddr.js";
import { plainIpAddress } from "../listener/client.ts";
import { clientCountKey } from "../listener/client-counts.ts";
import { type MailLimitCounter, mailLimitValue } from "./mail-reached.ts";

/** Time in ms that a session keeps its place although others wait: a message takes less. */
const undisturbedMs = 10_000;

/** Returns the network by which clients are counted: /24, or /48, which one customer of a provider may have. */
function networkOf(address: string): string {
  if (ipaddr.IPv4.isValid(address)) return `${address.split(".").slice(0, 3).join(".")}/24`;
  return ipaddr.isValid(address) ? `${ipaddr.parse(address).toByteArray().slice(0, 6).join(".")}/48` : address;
}

interface OpenedSession {
  remoteAddress?: string | undefined;
  once(name: "close", heard: () => void): unknown;
}

interface InboundMailSession {
  client: string;
  network: string;
  /** Start in ms, by a monotonic clock. */
  since: number;
  /** Tells the client to come back, and closes. */
  end(): void;
}

/**
 * Open SMTP sessions. When all places are taken, the network with the most sessions gives up its oldest to one with
 * fewer; when all have the same number, as with addresses from everywhere, the oldest that had its time ends.
 */
export class MailSessions {
  private readonly open = new Set<InboundMailSession>();
  private readonly reached: MailLimitCounter;
  private readonly now: () => number;

  constructor(reached: MailLimitCounter, now: () => number = () => performance.now()) {
    this.reached = reached;
    this.now = now;
  }

  /** Returns true when there is a place; `end` is called when that place is needed for another session. */
  admit(socket: OpenedSession, end: () => void): boolean {
    const address = plainIpAddress(socket.remoteAddress ?? "");
    const session = { client: clientCountKey(address), network: networkOf(address), since: this.now(), end };
    const reached = this.limitFor(session);
    if (reached) this.reached.count(reached);
    if (reached === "client" || reached === "network" || (reached && !this.makeRoom(session))) return false;
    this.open.add(session);
    socket.once("close", () => this.open.delete(session));
    return true;
  }

  private limitFor({ client, network }: InboundMailSession): "client" | "network" | "all" | null {
    if (this.count((each) => each.client === client) >= mailLimitValue("client")) return "client";
    if (this.count((each) => each.network === network) >= mailLimitValue("network")) return "network";
    return this.open.size >= mailLimitValue("all") ? "all" : null;
  }

  private count(isCounted: (session: InboundMailSession) => boolean): number {
    return [...this.open].filter(isCounted).length;
  }

  private makeRoom(newcomer: InboundMailSession): boolean {
    const counts = new Map<string, number>();
    for (const { network } of this.open) counts.set(network, (counts.get(network) ?? 0) + 1);
    const [largest = ["", 0] as const] = [...counts].sort(([, one], [, other]) => other - one);
    const isLarger = largest[1] > (counts.get(newcomer.network) ?? 0) + 1;
    const mayGo = ({ network, since }: InboundMailSession) =>
      isLarger ? network === largest[0] : newcomer.since - since > undisturbedMs;
    const oldest = [...this.open].find(mayGo);
    if (!oldest) return false;
    this.open.delete(oldest);
    oldest.end();
    return true;
  }
}
