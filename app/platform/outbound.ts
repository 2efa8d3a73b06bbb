import type { Refusal } from "~/failures/refusal";

/** By host, then by name; for as long as whoever asks keeps them. */
export type KeptCookies = Map<string, Map<string, { value: string; secure: boolean }>>;

/** Every call to somebody else. Made by http/safe-fetch; tests hand in their own. */
export interface OutboundRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** In place of the body, where it is no text. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** ms, 8000 by default, 15000 at most. */
  timeout?: number;
  /** Bytes of the answer that are read, 64 KB by default, 256 KB at most; the rest is left unread. */
  maxBytes?: number;
  /** How many redirects are followed by hand, each guarded again: 0 by default, 3 at most; only GET and HEAD. */
  redirects?: number;
  /** So many more are followed as long as the invocation has room for each; without room nothing is known (`no_room`). */
  furtherRedirects?: number;
  /** A 303 after anything but GET and HEAD is followed too, by GET (RFC 9110 §15.4.4). */
  followsSeeOther?: boolean;
  /** What hosts set on the way is kept here and sent to them again. */
  cookies?: KeptCookies;
  /** The status is the answer: a body that breaks off, cannot be decoded or takes more ms than that is left where it was. */
  statusDecides?: { within: number };
}

/** A redirect that was followed, or would have been. */
export interface Hop {
  from: string;
  status: number;
  to: string;
}

/** Why a text says less than what was sent. */
export interface UnreadText {
  why: Refusal;
  /** Its plain ASCII was read; false = nothing was. */
  ascii: boolean;
}

export interface OutboundAnswer {
  ok: true;
  status: number;
  headers: Headers;
  /** As much of it as was asked for, its codings undone (RFC 9110 §8.4), in the charset that it says (text/charset). */
  text: string;
  /** Absent where all of the text was read. */
  unread?: UnreadText;
  /** So many bytes were read. */
  bytes?: number;
  truncated: boolean;
  /** Until as much of it as was asked for was in. */
  milliseconds: number;
  /** The redirects on the way there. */
  hops?: readonly Hop[];
}

/**
 * `blocked`: an address that we do not call. `unreachable`: nobody there, or a broken connection. `interim`: an answer that
 * only announces another one (1xx), which the runtime did not wait for: whether the call succeeded is not known. `no_room`:
 * this invocation may not make the call that the last redirect asks for.
 */
export interface OutboundFailure {
  ok: false;
  reason: "blocked" | "timeout" | "unreachable" | "too_many_redirects" | "no_room" | "interim";
  /** Finer: scheme_not_allowed, credentials_in_url, private_address, own_address, bad_url … */
  code: string;
  /** For people, by key; carries no secret of the URL. */
  detail: Refusal;
  milliseconds: number;
  /** The redirects until then. */
  hops?: readonly Hop[];
}

/** A connection of bytes: what `cloudflare:sockets` hands out, as far as we use it. */
export interface Connection {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
  /** Goes on under TLS (STARTTLS); the old streams are released before. */
  startTls(): Connection;
  close(): Promise<void>;
}

export interface ConnectTarget {
  host: string;
  port: number;
  /** `on`: Use TLS; `starttls`: plain, may be upgraded. */
  tls: "on" | "starttls" | "off";
  /** ms until it must stand, 8000 by default. */
  timeout?: number;
}

export type Connected = { ok: true; connection: Connection } | OutboundFailure;

/** What came by a WebSocket: a message, its end (null = it broke off), or more than anybody reads. */
export type HeardMessage =
  | { kind: "message"; text: string }
  | { kind: "ended"; code: number | null }
  | { kind: "full" };

export interface MessageSocket {
  send(text: string): void;
  /** The next of what came, however long that takes; nothing comes after an end. */
  next(): Promise<HeardMessage>;
  close(): void;
}

/** `url` is http or https, as the handshake is. */
export type UpgradeRequest = Pick<OutboundRequest, "url" | "headers" | "timeout" | "redirects">;

/** `socket` only where the other side switched to a WebSocket; it is to be closed. */
export interface Upgraded extends OutboundAnswer {
  socket?: MessageSocket;
}

/** A mail for the platform's own sender. */
export interface OutboundEmail {
  from: { name: string; email: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** ms */
  timeout: number;
}

/** `code` as the platform names it; null = nobody knows whether it was taken. */
export interface EmailFailure {
  ok: false;
  code: string | null;
  detail: string;
}

export type Emailed = { ok: true; id: string } | EmailFailure;

/**
 * Who chose the address that is called. `team`: whoever manages the deployment or a page. `visitor`: anybody, by a form or by
 * what they sent; private networks that the team may call are none of theirs.
 */
export type AddressOwner = "team" | "visitor";

/** The way out asks whose address it is, so that nobody reaches a network that was opened for somebody else. */
export type WayOut = (owner: AddressOwner) => Outbound;

/** Where something is called: an address of the web, or the host of another server. */
export interface CalledAddress {
  url?: string;
  host?: string;
}

export interface Outbound {
  /** Never throws. One subrequest a hop. */
  fetch(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
  /** Never throws. One subrequest. */
  connect(target: ConnectTarget): Promise<Connected>;
  /** A handshake for a WebSocket (RFC 6455). Never throws. One subrequest a hop. */
  upgrade(request: UpgradeRequest): Promise<Upgraded | OutboundFailure>;
  /**
   * What of a private network would have to be allowed before the address is called: names and addresses; none = nothing.
   * Absent = it cannot be found out. Never throws; at most one subrequest, and a second.
   */
  notAllowed?: (address: CalledAddress) => Promise<string[]>;
  /** The platform's own sender of mail, where the deployment has one. Never throws. One subrequest. */
  email?: (mail: OutboundEmail) => Promise<Emailed>;
}

const nowhere: OutboundFailure = {
  ok: false,
  reason: "unreachable",
  code: "no_network",
  detail: "call.nowhere",
  milliseconds: 0,
};

export const noOutbound: Outbound = {
  fetch: async () => nowhere,
  connect: async () => nowhere,
  upgrade: async () => nowhere,
};
