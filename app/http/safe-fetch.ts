import { type Refusal, refusalFor } from "~/failures/refusal";
import { type AddressGuardOptions, checkOutboundHostName } from "~/net/address-guard";
import { type BrokenAnswerReason, brokenAnswerReason } from "~/net/broken-answers";
import { isConnectRefusalMessage, isRuntimeTroubleMessage } from "~/net/cloudflare-answer";
import { normaliseHostOrKeepText } from "~/net/host-name";
import { networkAllowSettings } from "~/net/network-settings";
import type { OutboundContext } from "~/platform/ctx";
import type { Config } from "~/platform/env";
import { chargeMeter, OverBudgetError } from "~/platform/meter";
import {
  type AddressOwner,
  type ByteConnection,
  type CalledAddress,
  type ConnectResult,
  type ConnectTarget,
  noOutbound,
  type Outbound,
  type OutboundFailure,
  type OutboundRequest,
  type WebSocketUpgradeResult,
} from "~/platform/outbound";
import { callByFetch, upgradeToWebSocket } from "./call-once";
import { blockedCallFailure, followRedirects, type OutboundCall, outboundFailure, type RedirectTrail } from "./follow";
import { type AddressGuardContext, type AddressLookup, findBlockedAddresses, findBlockedNetworks } from "./not-allowed";
import { NoAnswerError } from "./served-call";
import { timeoutSymbol, withTimeout } from "./within-time";

/**
 * Opens a byte connection; rejects when it cannot connect, and closes a connection in progress when it is given up.
 * `cloudflare:sockets` in workerd, node:net in tests.
 */
export type SocketConnector = (target: ConnectTarget, givenUp: AbortSignal) => Promise<ByteConnection>;

const defaults = { timeout: 8000, longest: 15_000 };

/** Time after which an aborted call that has not ended is abandoned, in ms. */
const graceMs = 100;

const isTimeout = (error: unknown) => error instanceof Error && /timeout|abort/i.test(`${error.name} ${error.message}`);

const limitOf = (timeout: number | undefined) => Math.min(timeout ?? defaults.timeout, defaults.longest);

const tooSlow = (limit: number, spent: number) =>
  outboundFailure("timeout", "timeout", refusalFor("call.timeout", { seconds: limit / 1000 }), spent);

interface FetchErrorContext {
  limit: number;
  spent: number;
  onCloudflare: boolean;
  /** True when the head was received before the rest broke off. */
  isBegun: boolean;
}

const ownTrouble = (spent: number) => blockedCallFailure("own_trouble", "call.own_trouble", spent);

/**
 * Returns the failure for errors of Cloudflare's own runtime; elsewhere the same messages mean a firewall or an
 * unreachable host.
 */
function cloudflareTrouble(message: string, spent: number): OutboundFailure | null {
  if (isRuntimeTroubleMessage(message)) return ownTrouble(spent);
  return isConnectRefusalMessage(message)
    ? blockedCallFailure("cloudflare_address", "call.refused_connect", spent)
    : null;
}

const walledOff = ["private_address", "url.resolves_private"] as const;

const unreachable = (spent: number) => outboundFailure("unreachable", "unreachable", "call.unreachable", spent);

const brokenDetails: Record<BrokenAnswerReason, Refusal> = {
  headers_too_long: "call.headers_too_long",
  not_http: "call.not_http",
  cut: "call.cut",
};

const broken = (why: BrokenAnswerReason, spent: number) =>
  outboundFailure("unreachable", why, brokenDetails[why], spent);

/** Describes any thrown error in words that contain no secret of the address. */
function troubleOf(error: unknown, { limit, spent, onCloudflare, isBegun }: FetchErrorContext): OutboundFailure {
  const message = error instanceof Error ? error.message : String(error);
  const own = onCloudflare ? cloudflareTrouble(message, spent) : null;
  if (own) return own;
  if (isTimeout(error)) return tooSlow(limit, spent);
  if (isBegun) return broken("cut", spent);
  const why = brokenAnswerReason(error);
  return why ? broken(why, spent) : unreachable(spent);
}

/**
 * Describes the failure in the words of the service that makes this machine's calls, which knows more than a runtime
 * reports.
 */
function servedTrouble({ why }: NoAnswerError, spent: number): OutboundFailure {
  if (why === "private_address") return blockedCallFailure(...walledOff, spent);
  if (why === "not_ours") return ownTrouble(spent);
  if (why === "interim")
    return outboundFailure("interim", "interim", refusalFor("call.interim", { status: "1xx" }), spent);
  return why === "unreachable" ? unreachable(spent) : broken(why, spent);
}

/**
 * Returns true when the runtime's own network rule stopped a call: it does not report this, but the name then resolves
 * to an address that we do not call. Checked only after a failure, and only in a runtime with such a rule
 * (docs/operations.md).
 */
const isWalledOff = async (host: string | null, wall: FetchGuard): Promise<boolean> =>
  host !== null && (await findBlockedAddresses(host, wall)).length > 0;

interface FetchGuard extends AddressGuardContext {
  onCloudflare: boolean;
}

interface CallContext {
  host: string | null;
  head?: RedirectTrail["head"];
  wall: FetchGuard;
  limit: number;
  spent: () => number;
}

/** Explains a failure: too slow, blocked, or unreachable. Throws only when a meter is spent. */
async function explained(
  error: unknown,
  { host, head = null, wall, limit, spent }: CallContext,
): Promise<OutboundFailure> {
  if (error instanceof OverBudgetError) throw error;
  if (error instanceof NoAnswerError) return servedTrouble(error, spent());
  const isBegun = head !== null;
  const trouble = troubleOf(error, { limit, spent: spent(), onCloudflare: wall.onCloudflare, isBegun });
  if (trouble.code === "cut" && head?.isStillServed && !(await head.isStillServed())) return ownTrouble(spent());
  if (trouble.code !== "unreachable" || !(await isWalledOff(host, wall))) return trouble;
  return blockedCallFailure(...walledOff, spent());
}

/** Cloudflare blocks this port; a deployment that allows a private network may have a relay there. */
const port25 = ["port_not_allowed", "call.port_25"] as const;

async function connectGuarded(
  connect: SocketConnector,
  asked: ConnectTarget,
  around: OutboundContext,
  wall: FetchGuard,
): Promise<ConnectResult> {
  const { guard } = wall;
  const target = { ...asked, host: normaliseHostOrKeepText(asked.host) };
  const begun = around.now();
  const spent = () => around.now() - begun;
  const guarded = checkOutboundHostName(target.host, guard);
  if (!guarded.ok) return blockedCallFailure(guarded.code, guarded.detail, spent());
  if (target.port === 25 && !guard.everything && checkOutboundHostName(target.host, { networks: [] }).ok)
    return blockedCallFailure(...port25, spent());
  chargeMeter(around.meter, "subrequests", 1);
  const limit = limitOf(target.timeout);
  const givingUp = new AbortController();
  const opening = connect(target, givingUp.signal);
  try {
    const connection = await withTimeout(opening, limit);
    if (connection !== timeoutSymbol) return { ok: true, connection };
    opening.then((each) => each.close()).catch(() => undefined);
    // A connection that hangs in its TLS handshake would stay open for as long as the other side keeps it.
    givingUp.abort();
    return tooSlow(limit, spent());
  } catch (error) {
    return explained(error, { host: target.host, wall, limit, spent });
  }
}

/** A peer that never closes would hold a closed WebSocket open, and one that sends too much is cut off. */
function endingWith(
  answer: WebSocketUpgradeResult | OutboundFailure,
  givingUp: AbortController,
): WebSocketUpgradeResult | OutboundFailure {
  if (!answer.ok || !answer.socket) return answer;
  const { socket } = answer;
  const close = () => {
    socket.close();
    setTimeout(() => givingUp.abort(), graceMs);
  };
  const next = async () => {
    const heard = await socket.next();
    if (heard.kind === "full") givingUp.abort();
    return heard;
  };
  return { ...answer, socket: { ...socket, next, close } };
}

/** Returns the head alone when the status decides and the body is still unread, even when the call is given up. */
const headAlone = (
  { statusDecides }: OutboundRequest,
  { head, hops }: RedirectTrail,
  milliseconds: number,
): WebSocketUpgradeResult | null =>
  statusDecides && head
    ? { ok: true, status: head.status, headers: head.headers, text: "", truncated: true, milliseconds, hops }
    : null;

/** Makes a guarded call; `call` sends each request, the first one and those after a redirect. */
async function callGuarded(
  call: OutboundCall,
  request: OutboundRequest,
  { meter, now, config: { onCloudflare } }: OutboundContext,
  wall: FetchGuard,
): Promise<WebSocketUpgradeResult | OutboundFailure> {
  const begun = now();
  const spent = () => now() - begun;
  const limit = limitOf(request.timeout);
  const trail: RedirectTrail = { hops: [], host: null, head: null };
  const { hops } = trail;
  const givingUp = new AbortController();
  // The timer ends with the answer: it would otherwise end an open WebSocket.
  const timer = setTimeout(() => givingUp.abort(), limit);
  const work = followRedirects(request, {
    call,
    meter,
    onCloudflare,
    guard: wall.guard,
    signal: givingUp.signal,
    giveUp: () => givingUp.abort(),
    now,
    spent,
    trail,
  });
  try {
    const answer = await withTimeout(work, limit + graceMs);
    if (answer !== timeoutSymbol) return endingWith(answer, givingUp);
    work.then((each) => each.ok && each.socket?.close()).catch(() => undefined);
    return headAlone(request, trail, spent()) ?? { ...tooSlow(limit, spent()), hops };
  } catch (error) {
    return {
      ...(await explained(error, { host: trail.host, head: trail.head, wall, limit, spent })),
      hops,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the non-public networks that may be called for this owner, and the setting that allows more. */
const allowedTo = (owner: AddressOwner, { networks, visitorNetworks }: Config) => ({
  networks: owner === "visitor" ? visitorNetworks : networks,
  setting: networkAllowSettings[owner],
});

/** A deployment's means of reaching the network. */
export interface OutboundTransports {
  connect: SocketConnector;
  /** Absent = the runtime cannot be asked. */
  addressesOf?: AddressLookup | undefined;
  upgrade?: OutboundCall;
  call?: OutboundCall;
  /** Calls addresses that visitors gave, behind a guard of its own; absent = `call` does. */
  callForVisitors?: OutboundCall;
  /** True when the caller has a guard of its own, on addresses alone. */
  everything?: boolean;
}

/**
 * Makes all outgoing calls (spec §7): addresses guarded, time, size and redirects bounded, each hop a subrequest of the
 * meter. Throws only for a spent meter. Names that resolve to private addresses are stopped later: locally by
 * server/calls, for sockets by workerd's network rule; on Cloudflare nothing private is in reach (docs/operations.md).
 */
export const makeOutbound =
  ({
    connect,
    addressesOf,
    upgrade = upgradeToWebSocket,
    call = callByFetch,
    callForVisitors = call,
    everything = false,
  }: OutboundTransports) =>
  (around: OutboundContext): Outbound => {
    const { config, meter, owner } = around;
    const guard: AddressGuardOptions = {
      ...allowedTo(owner, config),
      own: [new URL(config.origin).host],
      namesOnly: config.onCloudflare,
      everything,
    };
    const wall: FetchGuard = { onCloudflare: config.onCloudflare, addressesOf, meter, guard };
    const asked = (address: CalledAddress) => findBlockedNetworks(address, wall);
    if (owner === "visitor") {
      return {
        ...noOutbound,
        fetch: (request) => callGuarded(callForVisitors, request, around, wall),
        notAllowed: asked,
      };
    }
    return {
      fetch: (request) => callGuarded(call, request, around, wall),
      connect: (target) => connectGuarded(connect, target, around, wall),
      upgrade: (request) => callGuarded(upgrade, request, around, wall),
      notAllowed: asked,
    };
  };
