import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { Duplex, Readable } from "node:stream";
import tls from "node:tls";
import type { OutboundCall, UnreadResponse } from "~/http/follow";
import { makeOutbound, type SocketConnector } from "~/http/safe-fetch";
import { invocationLimitByPlan } from "~/plan/budgets";
import type { Config } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import type { ByteConnection, Outbound } from "~/platform/outbound";
import type { AddressGuard } from "./avoided-addresses";
import { agentUserAgent } from "./log";
import { agentProgramOptions } from "./options";

/** Each line of a header is an entry of its own. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  return headers;
}

/** Node reports “aborted” for a broken answer and for a call that we give up: only the latter is a timeout. */
async function* partsOf(answer: http.IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (error) {
    throw signal.aborted ? error : new Error("The connection broke.");
  }
}

/** Makes a request on a separate connection. Interim responses are skipped. */
const callBy =
  ({ avoid, lookup }: AddressGuard): OutboundCall =>
  async ({ url, request: { method = "GET", body, bytes }, headers, signal }): Promise<UnreadResponse> => {
    avoid(url.hostname);
    const open = url.protocol === "http:" ? http.request : https.request;
    const all = { "user-agent": agentUserAgent, ...headers };
    const sent = open(url, { method, headers: all, signal, agent: false, lookup, ...agentProgramOptions.trust });
    // An error after the answer started is thrown where the answer is read.
    sent.on("error", () => undefined);
    const switched = once(sent, "upgrade") as Promise<[http.IncomingMessage, net.Socket]>;
    const answered = once(sent, "response") as Promise<[http.IncomingMessage, undefined?]>;
    sent.end(bytes ?? body);
    const [answer, socket] = await Promise.race([answered, switched]);
    socket?.destroy();
    const stream = socket ? null : Readable.toWeb(Readable.from(partsOf(answer, signal), { objectMode: false }));
    const head = { status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders) };
    return { ...head, body: stream as ReadableStream<Uint8Array> | null };
  };

const named = (host: string) => (net.isIP(host) ? {} : { servername: host });

function wrap(socket: net.Socket, host: string): ByteConnection {
  const { readable, writable } = Duplex.toWeb(socket);
  return {
    readable: readable as ReadableStream<Uint8Array>,
    writable: writable as WritableStream<Uint8Array>,
    startTls: () => wrap(tls.connect({ socket, host, ...named(host), ...agentProgramOptions.trust }), host),
    close: async () => void socket.destroy(),
  };
}

const connectBy =
  ({ avoid, lookup }: AddressGuard): SocketConnector =>
  async ({ host, port, tls: secure }, givenUp) => {
    avoid(host);
    const socket =
      secure === "on"
        ? tls.connect({ host, port, lookup, ...named(host), ...agentProgramOptions.trust })
        : net.connect({ host, port, lookup });
    givenUp.addEventListener("abort", () => socket.destroy());
    await once(socket, secure === "on" ? "secureConnect" : "connect");
    socket.on("error", () => undefined);
    return wrap(socket, host);
  };

/** The deployment's settings that the way out needs; an agent has no address of its own to guard. */
const config = { origin: "http://agent.invalid", networks: [], visitorNetworks: [], onCloudflare: false };

/**
 * Returns the outgoing calls of a check. They are like a deployment's, but may call every address that is not excluded.
 */
export function makeAgentOutbound(avoidance: AddressGuard, now: () => number): Outbound {
  const make = makeOutbound({ connect: connectBy(avoidance), call: callBy(avoidance), everything: true });
  const meter = newMeter(invocationLimitByPlan.own);
  return make({ config: config as unknown as Config, meter, now, owner: "team" });
}
