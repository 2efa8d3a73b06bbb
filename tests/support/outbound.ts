import type { IncomingHttpHeaders } from "node:http";
import net from "node:net";
import { Duplex } from "node:stream";
import tls from "node:tls";
import WebSocket from "ws";
import { callByFetch } from "~/http/call-once";
import { contentCodingsOf } from "~/http/content-coding";
import type { OutboundCall } from "~/http/follow";
import { makeMessageSocket } from "~/http/message-socket";
import { makeOutbound, type SocketConnector } from "~/http/safe-fetch";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import { type ByteConnection, noOutbound } from "~/platform/outbound";

function wrap(socket: net.Socket, host: string, ca: string[]): ByteConnection {
  const { readable, writable } = Duplex.toWeb(socket);
  return {
    readable: readable as ReadableStream<Uint8Array>,
    writable: writable as WritableStream<Uint8Array>,
    startTls: () => wrap(tls.connect({ socket, servername: net.isIP(host) ? "" : host, host, ca }), host, ca),
    async close() {
      socket.destroy();
    },
  };
}

const headersOf = (headers: IncomingHttpHeaders) =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])));

const nodeConnect =
  (ca: string[]): SocketConnector =>
  ({ host, port, tls: secure }, givenUp) =>
    new Promise((resolve, reject) => {
      const socket =
        secure === "on"
          ? tls.connect({ host, port, servername: net.isIP(host) ? "" : host, ca })
          : net.connect({ host, port });
      socket.once("error", reject);
      givenUp.addEventListener("abort", () => socket.destroy());
      socket.once(secure === "on" ? "secureConnect" : "connect", () => {
        socket.off("error", reject);
        socket.on("error", () => undefined);
        resolve(wrap(socket, host, ca));
      });
    });

/** Upgrades as workerd's fetch does, with another WebSocket client. */
const nodeUpgrade =
  (ca: string[]): OutboundCall =>
  ({ url, headers, signal }) =>
    new Promise((resolve, reject) => {
      const { "sec-websocket-protocol": protocol, ...others } = headers;
      const options = { headers: others, ...(ca.length > 0 ? { ca } : {}), maxPayload: 1024 ** 2 };
      const socket = new WebSocket(url.href.replace(/^http/, "ws"), protocol ? [protocol] : [], options);
      const messages = makeMessageSocket(socket);
      signal.addEventListener("abort", () => {
        reject(signal.reason);
        socket.terminate();
      });
      socket.on("error", reject);
      socket.once("unexpected-response", (request, { statusCode = 0, headers }) => {
        request.destroy();
        resolve({ status: statusCode, headers: headersOf(headers), body: null });
      });
      socket.once("upgrade", ({ headers }) => {
        const answer = { status: 101, headers: headersOf(headers), body: null, socket: messages };
        // A subprotocol other than the requested one is an error to this client; workerd leaves that to the caller.
        if (answer.headers.get("sec-websocket-protocol") !== (protocol ?? null)) return resolve(answer);
        socket.once("open", () => resolve(answer));
      });
    });

/** Node's fetch decodes the codings that it knows, and leaves the headers unchanged. */
const callByNode: OutboundCall = async (asked) => {
  const { status, headers, body } = await callByFetch(asked);
  return { status, headers, body, areCodingsUndone: contentCodingsOf(headers.get("content-encoding")) !== null };
};

interface NodeNetworks {
  /** Networks that are allowed for every owner of an address. */
  networks: string[];
  /** Networks allowed for addresses of visitors, if they differ. */
  visitorNetworks?: string[];
  /** Certificates in PEM to trust. */
  ca?: string[];
}

/** Outgoing calls of a test: the same guard, with Node's sockets. */
export const nodeOutbound = ({
  networks,
  visitorNetworks = networks,
  ca = [],
}: NodeNetworks): NonNullable<CtxOptions["outbound"]> => {
  const make = makeOutbound({ connect: nodeConnect(ca), upgrade: nodeUpgrade(ca), call: callByNode });
  return ({ config, ...around }) => make({ ...around, config: { ...config, networks, visitorNetworks } });
};

/** A network on which every call is answered at once, for measuring our own cost. */
export const quickNetwork =
  (status: () => number): NonNullable<CtxOptions["outbound"]> =>
  ({ meter }) => ({
    async fetch() {
      chargeMeter(meter, "subrequests", 1);
      const answer = { status: status(), headers: new Headers(), text: "ok", truncated: false, milliseconds: 20 };
      return { ok: true, ...answer };
    },
    connect: noOutbound.connect,
    upgrade: noOutbound.upgrade,
  });
