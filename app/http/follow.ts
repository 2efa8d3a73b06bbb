import { type Refusal, refusalFor } from "~/failures/refusal";
import { type AddressGuardOptions, checkOutboundUrl } from "~/net/address-guard";
import { cloudflareAwayReason, isCloudflareAddressRefusal } from "~/net/cloudflare-answer";
import { chargeMeter, type Meter, tryChargeMeter } from "~/platform/meter";
import type {
  MessageSocket,
  OutboundFailure,
  OutboundRequest,
  RedirectHop,
  WebSocketUpgradeResult,
} from "~/platform/outbound";
import { storeResponseCookies, withRequestCookies } from "./cookies";
import { readBodyAtMost } from "./read-at-most";

const defaults = { maxBytes: 64 * 1024, mostBytes: 1024 * 1024, mostRedirects: 3 };

/** One request as sent, either by the runtime's fetch or as an upgrade to a WebSocket. */
export interface OutboundCallRequest {
  url: URL;
  request: OutboundRequest;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** An answer whose body was not read yet; `socket` is set when it switched to a WebSocket. */
export interface UnreadResponse {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
  /** True when the caller has undone the codings that the headers still name, as Node does. */
  areCodingsUndone?: boolean;
  /** Resolves to true while the service that makes the call for us is still running; absent = no such service. */
  isStillServed?: () => Promise<boolean>;
  socket?: MessageSocket;
}

export type OutboundCall = (call: OutboundCallRequest) => Promise<UnreadResponse>;

export const outboundFailure = (
  reason: OutboundFailure["reason"],
  code: string,
  detail: Refusal,
  milliseconds: number,
): OutboundFailure => ({ ok: false, reason, code, detail, milliseconds });

export const blockedCallFailure = (code: string, detail: Refusal, spent: number) =>
  outboundFailure("blocked", code, detail, spent);

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Headers that may be sent to another origin, because they identify no one. */
const harmless = new Set(["accept", "accept-language", "user-agent"]);

const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));

/** An interim answer announces the final one (RFC 9110 §15.2); 101 ends an exchange. */
const isInterim = (status: number) => status >= 100 && status < 200 && status !== 101;

const mayFollow = ({ method = "GET" }: OutboundRequest) => method === "GET" || method === "HEAD";

/** Progress of a call: its redirects so far, the current host, and the head of its answer once received. */
export interface RedirectTrail {
  hops: RedirectHop[];
  host: string | null;
  head: Pick<UnreadResponse, "status" | "headers" | "isStillServed"> | null;
}

interface FollowContext {
  call: OutboundCall;
  meter: Meter;
  onCloudflare: boolean;
  guard: AddressGuardOptions;
  signal: AbortSignal;
  giveUp: () => void;
  /** UTC ms */
  now: () => number;
  spent: () => number;
  trail: RedirectTrail;
}

async function bodyOf(request: OutboundRequest, response: UnreadResponse, giveUp: () => void) {
  const { statusDecides } = request;
  const timer = statusDecides ? setTimeout(giveUp, statusDecides.within) : undefined;
  const reading = readBodyAtMost(response, bytesOf(request), { mayBreak: statusDecides !== undefined });
  return reading.finally(() => clearTimeout(timer));
}

const bytesOf = ({ maxBytes = defaults.maxBytes }: OutboundRequest) => Math.min(maxBytes, defaults.mostBytes);

/**
 * Returns the result of an answer that is no redirect: the other side's answer, or the reason that Cloudflare gives for
 * none.
 */
async function received(
  request: OutboundRequest,
  response: UnreadResponse,
  { onCloudflare, spent, trail, giveUp }: FollowContext,
): Promise<WebSocketUpgradeResult | OutboundFailure> {
  const { hops } = trail;
  const { status, headers, socket } = response;
  if (isInterim(status)) {
    await response.body?.cancel().catch(() => undefined);
    return { ...outboundFailure("interim", "interim", refusalFor("call.interim", { status }), spent()), hops };
  }
  trail.head = response;
  if (socket) return { ok: true, status, headers, text: "", truncated: false, milliseconds: spent(), hops, socket };
  const read = await bodyOf(request, response, giveUp);
  const found = { status, headers, text: read.text };
  if (onCloudflare && isCloudflareAddressRefusal(found))
    return { ...blockedCallFailure("bare_address", "url.bare_address", spent()), hops };
  const away = onCloudflare ? cloudflareAwayReason(found) : null;
  if (away !== null) return { ...outboundFailure("unreachable", "unreachable", away, spent()), hops };
  return { ok: true, status, headers, ...read, milliseconds: spent(), hops };
}

/** Returns the request that follows a redirect: after 303, or another redirect that is followed. */
function redirected(request: OutboundRequest, status: number): OutboundRequest {
  if (status !== 303 || mayFollow(request)) return request;
  const { body: _body, bytes: _bytes, headers = {}, ...rest } = request;
  const kept = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith("content-"));
  return { ...rest, method: "GET", headers: Object.fromEntries(kept) };
}

const isFollowed = (request: OutboundRequest, status: number): boolean =>
  isRedirect(status) && (mayFollow(request) || (status === 303 && request.followsSeeOther === true));

/** Counts the next call. Returns false if it is a further redirect and exceeds the meter's budget. */
function takesRoom({ redirects = 0 }: OutboundRequest, { meter, trail }: FollowContext): boolean {
  if (trail.hops.length > redirects) return tryChargeMeter(meter, "subrequests", 1);
  chargeMeter(meter, "subrequests", 1);
  return true;
}

/** Follows redirects manually and guards each. Throws the error of the failed call. */
export async function followRedirects(
  asked: OutboundRequest,
  around: FollowContext,
): Promise<WebSocketUpgradeResult | OutboundFailure> {
  const { call, guard, signal, now, spent, trail } = around;
  const redirects = Math.min(asked.redirects ?? 0, defaults.mostRedirects);
  const most = redirects + (asked.furtherRedirects ?? 0);
  const { cookies = new Map() } = asked;
  const { hops } = trail;
  let [target, request] = [asked.url, { ...asked, redirects }];
  for (;;) {
    const guarded = checkOutboundUrl(target, guard);
    if (!guarded.ok) return { ...blockedCallFailure(guarded.code, guarded.detail, spent()), hops };
    if (!takesRoom(request, around)) {
      if (isCircle(hops, target))
        return { ...outboundFailure("too_many_redirects", ...redirectsTooOften, spent()), hops };
      return { ...outboundFailure("no_room", "no_room", noRoom(hops.length), spent()), hops };
    }
    const { url } = guarded;
    trail.host = url.hostname;
    const headers = withRequestCookies(request.headers ?? {}, cookies, url);
    const response = await call({ url, request, headers, signal });
    storeResponseCookies(cookies, url, response.headers, now());
    const location = isFollowed(request, response.status) ? response.headers.get("location") : null;
    if (location === null || most === 0) return received(request, response, around);
    await response.body?.cancel().catch(() => undefined);
    const next = URL.parse(location, url);
    hops.push({ from: url.href, status: response.status, to: next?.href ?? location });
    if (hops.length > most) return { ...outboundFailure("too_many_redirects", ...redirectsTooOften, spent()), hops };
    request = { ...redirected(request, response.status), redirects };
    if (next?.origin !== url.origin) request.headers = withoutSecrets(request.headers ?? {});
    target = next?.href ?? location;
  }
}

/**
 * Returns true if the target was visited twice already, which means an endless loop. A first repetition may only set a
 * cookie.
 */
const isCircle = (hops: readonly RedirectHop[], target: string) =>
  hops.filter(({ from }) => from === target).length > 1;

const noRoom = (count: number) => refusalFor("call.no_room", { count });
const redirectsTooOften = ["too_many_redirects", "call.redirects"] as const;
