import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Which peers are proxies whose word about the client is believed. */
export function proxyList(entries: readonly string[]): BlockList {
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

export const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*/s, "");

export const isListed = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** One hop without its port and its brackets, as some proxies write them; "" where it is no address. */
function hopAddress(hop: string): string {
  const text = hop.trim();
  const [, inside = text] = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text) ?? [];
  const address = plain(inside);
  return isIP(address) === 0 ? "" : address;
}

/**
 * The client's address: of the socket, or the last hop that a trusted proxy names and that is no proxy itself. Where that
 * hop cannot be read the peer counts: what stands before it may be the client's own words.
 */
export function clientAddress(request: IncomingMessage, proxies: BlockList): string {
  const peer = plain(request.socket.remoteAddress ?? "");
  if (!isListed(proxies, peer)) return peer;
  const named = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  return named.map(hopAddress).findLast((hop) => !isListed(proxies, hop)) || peer;
}

const single = new Set(["host", "content-length", "content-type", "authorization"]);

/** A header that may stand there once and stands there again: Node keeps the first, the runtime fails or reads another. */
export function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
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

/** A client may not call this a header of its connection. The length of a body is said by who sends it on. */
const kept = new Set(["host"]);
const ours = new Set(["accept-encoding", "expect", "content-length"]);

const saysWho = /^(mf-|cf-|x-mf-|x-forwarded|forwarded$|x-real-ip$|x-client-ip$|true-client-ip$|x-original-)/;

/** The header lines for the worker: nothing that only a proxy may say, nothing of this connection. */
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

/** The answer's header lines without those of the inner connection. */
export function answeredHeaders(rawHeaders: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!hopByHop.has(name.toLowerCase())) lines.push(name, rawHeaders[index + 1] ?? "");
  }
  return lines;
}
