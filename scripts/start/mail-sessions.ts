import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { plain } from "./client.ts";
import { clientKey } from "./client-counts.ts";

/** SMTP connections that are open at once, and ms for all of one. */
export const sessionLimits = { all: 60, ofClient: 20, ofPrefix: 30, time: 300_000 };

/** The network that clients are counted by: /24, or /64, as a household or a rented machine has. */
function prefixOf(address: string): string {
  if (!ipaddr.IPv4.isValid(address)) return clientKey(address);
  return `${address.split(".").slice(0, 3).join(".")}/24`;
}

interface Session {
  client: string;
  prefix: string;
  /** Tells the client to come back, and closes. */
  end(): void;
}

/** Open SMTP sessions. Where all places are taken, the network with the most gives up its oldest to one with fewer. */
export class MailSessions {
  private readonly open = new Set<Session>();

  /** Whether there is a place; `end` is called when it is needed for somebody else. */
  admit(socket: Socket, end: () => void): boolean {
    const address = plain(socket.remoteAddress ?? "");
    const session = { client: clientKey(address), prefix: prefixOf(address), end };
    const ofClient = this.count((each) => each.client === session.client);
    const ofPrefix = this.count((each) => each.prefix === session.prefix);
    if (ofClient >= sessionLimits.ofClient || ofPrefix >= sessionLimits.ofPrefix) return false;
    if (this.open.size >= sessionLimits.all && !this.makeRoom(ofPrefix)) return false;
    this.open.add(session);
    socket.once("close", () => this.open.delete(session));
    return true;
  }

  private count(isCounted: (session: Session) => boolean): number {
    return [...this.open].filter(isCounted).length;
  }

  private makeRoom(ofNewcomer: number): boolean {
    const counts = new Map<string, number>();
    for (const { prefix } of this.open) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    const [largest = ["", 0] as const] = [...counts].sort(([, one], [, other]) => other - one);
    if (largest[1] <= ofNewcomer + 1) return false;
    const oldest = [...this.open].find(({ prefix }) => prefix === largest[0]);
    if (!oldest) return false;
    this.open.delete(oldest);
    oldest.end();
    return true;
  }
}
