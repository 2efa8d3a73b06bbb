import { type Refusal, said } from "~/failures/refusal";
import { type GuardAround, guardUrl } from "~/net/address-guard";
import { awayByCloudflare, isAddressRefused } from "~/net/cloudflare-answer";
import { charge, type Meter } from "~/platform/meter";
import type { Hop, MessageSocket, OutboundFailure, OutboundRequest, Upgraded } from "~/platform/outbound";
import { readSome } from "./read-some";

const defaults = { maxBytes: 64 * 1024, mostBytes: 256 * 1024, mostRedirects: 3 };

/** One request as it is sent, and what answers it: by the runtime's fetch, or as an upgrade to a WebSocket. */
export interface OneCall {
  url: URL;
  request: OutboundRequest;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** An answer whose body was not read yet; `socket` of one that switched to a WebSocket. */
export interface Answered {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
  /** Whoever called has undone the codings that its headers still name, as Node does. */
  areCodingsUndone?: boolean;
  socket?: MessageSocket;
}

export type Call = (call: OneCall) => Promise<Answered>;

export const failure = (
  reason: OutboundFailure["reason"],
  code: string,
  detail: Refusal,
  milliseconds: number,
): OutboundFailure => ({ ok: false, reason, code, detail, milliseconds });

export const blocked = (code: string, detail: Refusal, spent: number) => failure("blocked", code, detail, spent);

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** What may go along to another origin: nothing that says who we are. */
const harmless = new Set(["accept", "accept-language", "user-agent"]);

const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));

/** Announces an answer and is none (RFC 9110 §15.2); 101 ends an exchange. */
const isInterim = (status: number) => status >= 100 && status < 200 && status !== 101;

const mayFollow = ({ method = "GET" }: OutboundRequest) => method === "GET" || method === "HEAD";

/** Where a call stands: what it was sent on by, the host that it is at, and the head of its answer once that is in. */
export interface Trail {
  hops: Hop[];
  host: string | null;
  head: Pick<Answered, "status" | "headers"> | null;
}

interface Following {
  call: Call;
  meter: Meter;
  onCloudflare: boolean;
  guard: GuardAround;
  signal: AbortSignal;
  giveUp: () => void;
  spent: () => number;
  trail: Trail;
}

async function bodyOf(request: OutboundRequest, response: Answered, giveUp: () => void) {
  const { statusDecides } = request;
  const timer = statusDecides ? setTimeout(giveUp, statusDecides.within) : undefined;
  const reading = readSome(response, bytesOf(request), { mayBreak: statusDecides !== undefined });
  return reading.finally(() => clearTimeout(timer));
}

const bytesOf = ({ maxBytes = defaults.maxBytes }: OutboundRequest) => Math.min(maxBytes, defaults.mostBytes);

/** What an answer that is no redirect comes to: the other side's own, or Cloudflare's word on why there is none. */
async function received(
  request: OutboundRequest,
  response: Answered,
  { onCloudflare, spent, trail, giveUp }: Following,
): Promise<Upgraded | OutboundFailure> {
  const { hops } = trail;
  const { status, headers, socket } = response;
  if (isInterim(status)) {
    await response.body?.cancel().catch(() => undefined);
    return { ...failure("interim", "interim", said("call.interim", { status }), spent()), hops };
  }
  trail.head = { status, headers };
  if (socket) return { ok: true, status, headers, text: "", truncated: false, milliseconds: spent(), hops, socket };
  const read = await bodyOf(request, response, giveUp);
  const found = { status, headers, text: read.text };
  if (onCloudflare && isAddressRefused(found)) return { ...blocked("bare_address", "url.bare_address", spent()), hops };
  const away = onCloudflare ? awayByCloudflare(found) : null;
  if (away !== null) return { ...failure("unreachable", "unreachable", away, spent()), hops };
  return { ok: true, status, headers, ...read, milliseconds: spent(), hops };
}

/** Follows redirects by hand, each guarded again. Throws what the call threw. */
export async function follow(request: OutboundRequest, around: Following): Promise<Upgraded | OutboundFailure> {
  const { call, meter, guard, signal, spent, trail } = around;
  const most = mayFollow(request) ? Math.min(request.redirects ?? 0, defaults.mostRedirects) : 0;
  const { hops } = trail;
  let { url: target, headers = {} } = request;
  for (;;) {
    const guarded = guardUrl(target, guard);
    if (!guarded.ok) return { ...blocked(guarded.code, guarded.detail, spent()), hops };
    charge(meter, "subrequests", 1);
    const { url } = guarded;
    trail.host = url.hostname;
    const response = await call({ url, request, headers, signal });
    const location = isRedirect(response.status) ? response.headers.get("location") : null;
    if (location === null || most === 0) return received(request, response, around);
    await response.body?.cancel().catch(() => undefined);
    const next = URL.parse(location, url);
    hops.push({ from: url.href, status: response.status, to: next?.href ?? location });
    if (hops.length > most) return { ...failure("too_many_redirects", ...redirectsTooOften, spent()), hops };
    if (next?.origin !== url.origin) headers = withoutSecrets(headers);
    target = next?.href ?? location;
  }
}

const redirectsTooOften = ["too_many_redirects", "call.redirects"] as const;
