import type { Refusal } from "~/failures/refusal";
import type { TextReadTrouble } from "~/text/read-text";

/** Cookies by host, then by name; kept as long as the caller keeps them. */
export type CookieJar = Map<string, Map<string, { value: string; secure: boolean }>>;

/** A call to another server. Implemented by http/safe-fetch; tests pass their own. */
export interface OutboundRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Used instead of the body when it is not text. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** ms, 8000 by default, 15000 at most. */
  timeout?: number;
  /** Bytes of the answer that are read, 64 KB by default, 1 MB at most; the rest is left unread. */
  maxBytes?: number;
  /** Number of redirects to follow, each guarded again: 0 by default, 3 at most; only GET and HEAD. */
  redirects?: number;
  /**
   * Further redirects, followed while the invocation has room for each; without room the result is unknown (`no_room`).
   */
  furtherRedirects?: number;
  /** True when a 303 after other methods than GET and HEAD is followed too, by GET (RFC 9110 §15.4.4). */
  followsSeeOther?: boolean;
  /** Cookies that hosts set on the way are kept here and sent to them again. */
  cookies?: CookieJar;
  /**
   * Set when the status alone decides: a body that breaks off, cannot be decoded or takes more than `within` ms is
   * dropped.
   */
  statusDecides?: { within: number };
}

/** A redirect that was followed, or would have been. */
export interface RedirectHop {
  from: string;
  status: number;
  to: string;
}

export interface OutboundAnswer {
  ok: true;
  status: number;
  headers: Headers;
  /** The requested part, decoded from its codings (RFC 9110 §8.4) and the stated charset (text/charset). */
  text: string;
  /** Absent when all of the text was read. */
  unread?: TextReadTrouble;
  /** Number of bytes read. */
  bytes?: number;
  truncated: boolean;
  /** Time until the requested part was read. */
  milliseconds: number;
  /** The redirects on the way. */
  hops?: readonly RedirectHop[];
}

/**
 * `blocked`: an address that may not be called. `unreachable`: no server there, or a broken connection. `interim`: an
 * answer that only announces another one (1xx), for which the runtime did not wait, so the result is unknown.
 * `no_room`: this invocation may not make the call that the last redirect asks for.
 */
export interface OutboundFailure {
  ok: false;
  reason: "blocked" | "timeout" | "unreachable" | "too_many_redirects" | "no_room" | "interim";
  /** Finer: scheme_not_allowed, credentials_in_url, private_address, own_address, bad_url … */
  code: string;
  /** A text for people, by key; carries no secret of the URL. */
  detail: Refusal;
  milliseconds: number;
  /** The redirects until then. */
  hops?: readonly RedirectHop[];
}

/** A byte connection: the part of a `cloudflare:sockets` socket that we use. */
export interface ByteConnection {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
  /** Continues under TLS (STARTTLS); the old streams must be released before. */
  startTls(): ByteConnection;
  close(): Promise<void>;
}

export interface ConnectTarget {
  host: string;
  port: number;
  /** `on`: Use TLS; `starttls`: plain, may be upgraded. */
  tls: "on" | "starttls" | "off";
  /** Time for connecting in ms, 8000 by default. */
  timeout?: number;
}

export type ConnectResult = { ok: true; connection: ByteConnection } | OutboundFailure;

/** A WebSocket event: a message, the end (null = it broke off), or more than is read. */
export type WebSocketEvent =
  | { kind: "message"; text: string }
  | { kind: "ended"; code: number | null }
  | { kind: "full" };

export interface MessageSocket {
  send(text: string): void;
  /** Returns what arrives next, however long that takes; nothing arrives after an end. */
  next(): Promise<WebSocketEvent>;
  close(): void;
}

/** `url` is http or https, as the handshake is. */
export type WebSocketUpgradeRequest = Pick<OutboundRequest, "url" | "headers" | "timeout" | "redirects">;

/** `socket` is set only when the other side switched to a WebSocket; it must be closed. */
export interface WebSocketUpgradeResult extends OutboundAnswer {
  socket?: MessageSocket;
}

/** An email for the platform's own sender. */
export interface OutboundEmail {
  from: { name: string; email: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Timeout in ms. */
  timeout: number;
}

/** `code` as the platform names it; null = it is not known whether the email was accepted. */
export interface EmailFailure {
  ok: false;
  code: string | null;
  detail: string;
}

export type EmailResult = { ok: true; id: string } | EmailFailure;

/**
 * Says who chose the called address. `team`: people who manage the deployment or a page. `visitor`: anyone, by a form
 * or by what they sent; private networks that the team may call are not open to them.
 */
export type AddressOwner = "team" | "visitor";

/**
 * Returns outgoing calls for the owner of an address, so that a network that is allowed for one owner stays closed to
 * others.
 */
export type OutboundFactory = (owner: AddressOwner) => Outbound;

/** The target of a call: an address of the web, or the host of another server. */
export interface CalledAddress {
  url?: string;
  host?: string;
}

export interface Outbound {
  /** Never throws. One subrequest per hop. */
  fetch(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
  /** Never throws. One subrequest. */
  connect(target: ConnectTarget): Promise<ConnectResult>;
  /** Makes a handshake for a WebSocket (RFC 6455). Never throws. One subrequest per hop. */
  upgrade(request: WebSocketUpgradeRequest): Promise<WebSocketUpgradeResult | OutboundFailure>;
  /**
   * Returns the names and addresses of a private network that must be allowed before the address can be called; an
   * empty list if none. Absent if this cannot be determined. Never throws; takes at most one subrequest and one second.
   */
  notAllowed?: (address: CalledAddress) => Promise<string[]>;
  /** Sends by the platform's own email sender, if the deployment has one. Never throws. One subrequest. */
  email?: (mail: OutboundEmail) => Promise<EmailResult>;
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
