import { chmodSync, rmSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { callProcessHeader, callServiceAliveUrl, callTokenHeader } from "../../app/net/call-headers.ts";
import { callProcessId, forwardCall, sendCallFailure } from "./forward.ts";

/** The networks that may be called besides all public addresses, by the caller's token. */
export type AllowedNetworksByToken = Record<string, string[]>;

/** Address of the service: a socket in a folder, or a port of this machine (0 = any). */
export type CallServiceAddress = { path: string } | { port: number };

/** ms; longer than the worker waits for any call. */
const maxCallMs = 20_000;

/**
 * Maximum number of bytes of a request's head, so that an address of 60 KB named by a redirect can be requested, too.
 */
const maxHeadBytes = 256 * 1024;

/** Maximum number of calls at once: their heads alone, 100 KB each, fit into the memory of the process. */
const maxConcurrentCalls = 500;

class CallAnswerer {
  private underWay = 0;
  private readonly known: ReadonlyMap<string, string[]>;

  constructor(allowances: AllowedNetworksByToken) {
    this.known = new Map(Object.entries(allowances));
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const networks = this.known.get(String(request.headers[callTokenHeader]));
    if (!networks || this.underWay >= maxConcurrentCalls) {
      sendCallFailure(response, "not_ours");
      return;
    }
    if (request.url === callServiceAliveUrl) {
      response.writeHead(204, { [callProcessHeader]: callProcessId, connection: "close" }).end();
      return;
    }
    this.underWay += 1;
    response.once("close", () => {
      this.underWay -= 1;
    });
    response.setTimeout(maxCallMs, () => response.destroy());
    void forwardCall(request, response, networks);
  }
}

const placeOf = (server: http.Server, asked: CallServiceAddress): CallServiceAddress =>
  "path" in asked ? asked : { port: (server.address() as AddressInfo).port };

/**
 * Starts a service for the worker's calls on this machine (`fetch` of workerd gives up at an interim answer, and never
 * gives the reason of a failure). It is a proxy by RFC 9112 §3.2.2, for clients that know a token.
 */
export function startCallService(
  allowances: AllowedNetworksByToken,
  place: CallServiceAddress = { port: 0 },
): Promise<{ place: CallServiceAddress; close(): void }> {
  const answering = new CallAnswerer(allowances);
  const server = http.createServer(
    {
      maxHeaderSize: maxHeadBytes,
      requestTimeout: 0,
      headersTimeout: maxCallMs,
      // The requested address contains the host.
      requireHostHeader: false,
    },
    (request, response) => answering.answer(request, response),
  );
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      if ("path" in place) chmodSync(place.path, 0o600);
      resolve({ place: placeOf(server, place), close });
    });
    // Removes the socket of a process that was killed.
    if ("path" in place) rmSync(place.path, { force: true });
    server.listen("path" in place ? place : { ...place, host: "127.0.0.1" });
  });
}
