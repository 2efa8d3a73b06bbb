import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Returns the peers that are trusted proxies, whose statement of the client's address is believed. */
export function trustedProxyList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = (entry === "loopback" ? "127.0.0.0/8" : entry).split("/");
    if (entry === "loopback") list.addAddress("::1", "ipv6");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export const plainIpAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*/s, "");

export const isAddressListed = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Returns the address of a hop without the port and brackets that some proxies add, or "" if it is not an address. */
function hopAddress(hop: string): string {
  const text = hop.trim();
  const [, inside = text] = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text) ?? [];
  const address = plainIpAddress(inside);
  return isIP(address) === 0 ? "" : address;
}

/**
 * Returns the client's address: that of the socket, or the last hop that a trusted proxy names and that is no proxy
 * itself. When that hop is unreadable the peer counts, because earlier hops may be written by the client.
 */
export function clientAddressOfRequest(request: IncomingMessage, proxies: BlockList): string {
  const peer = plainIpAddress(request.socket.remoteAddress ?? "");
  if (!isAddressListed(proxies, peer)) return peer;
  const named = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  return named.map(hopAddress).findLast((hop) => !isAddressListed(proxies, hop)) || peer;
}

const single = new Set(["host", "content-length", "content-type", "authorization"]);

/** Returns a repeated header that may only occur once: Node keeps the first, the runtime fails or reads another. */
export function repeatedHeaderName({ rawHeaders }: IncomingMessage): string | null {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (single.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that a client cannot declare as belonging to its connection. The sender of a body sets its length. */
const kept = new Set(["host"]);
const ours = new Set(["accept-encoding", "expect", "content-length"]);

const saysWho = /^(mf-|cf-|x-mf-|x-forwarded|forwarded$|x-real-ip$|x-client-ip$|true-client-ip$|x-original-)/;

/** Returns the header lines for the worker, without those that only a proxy may set and those of this connection. */
export function forwardedHeaders(request: IncomingMessage, client: string, testCf: boolean): string[] {
  const lines: string[] = [];
  const dropped = new Set((request.headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    const lower = name.toLowerCase();
    const test = testCf && lower === "mf-cf-blob";
    if (hopByHop.has(lower) || ours.has(lower)) continue;
    if (dropped.has(lower) && !kept.has(lower)) continue;
    if (saysWho.test(lower) && !test) continue;
    lines.push(name, request.rawHeaders[index + 1] ?? "");
  }
  lines.push("cf-connecting-ip", client);
  return lines;
}

/** Returns the answer's header lines without those of the inner connection. */
export function endToEndResponseHeaders(rawHeaders: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!hopByHop.has(name.toLowerCase())) lines.push(name, rawHeaders[index + 1] ?? "");
  }
  return lines;
}
