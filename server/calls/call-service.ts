import { chmodSync, rmSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { callAliveUrl, callProcessHeader, callTokenHeader } from "../../app/net/call-headers.ts";
import { forward, processId, refuse } from "./forward.ts";

/** The networks that may be called, besides all public addresses, by the token of who asks. */
export type Allowances = Record<string, string[]>;

/** Where it is asked: a socket in a folder, or a port of this machine (0 = any). */
export type CallPlace = { path: string } | { port: number };

/** ms; the worker waits for no call as long. */
const longestCall = 20_000;

/** An address of 60 KB that a redirect named is asked for, too. */
const longestHead = 256 * 1024;

/** Of so many at once the heads alone, 100 KB each, fit into what the process may have. */
const mostAtOnce = 500;

class Answering {
  private underWay = 0;
  private readonly known: ReadonlyMap<string, string[]>;

  constructor(allowances: Allowances) {
    this.known = new Map(Object.entries(allowances));
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const networks = this.known.get(String(request.headers[callTokenHeader]));
    if (!networks || this.underWay >= mostAtOnce) {
      refuse(response, "not_ours");
      return;
    }
    if (request.url === callAliveUrl) {
      response.writeHead(204, { [callProcessHeader]: processId, connection: "close" }).end();
      return;
    }
    this.underWay += 1;
    response.once("close", () => {
      this.underWay -= 1;
    });
    response.setTimeout(longestCall, () => response.destroy());
    void forward(request, response, networks);
  }
}

const placeOf = (server: http.Server, asked: CallPlace): CallPlace =>
  "path" in asked ? asked : { port: (server.address() as AddressInfo).port };

/**
 * Makes calls for the worker on this machine (`fetch` of workerd gives up at an answer's announcement, and says of none
 * why it failed). A proxy by RFC 9112 §3.2.2, for who knows a token.
 */
export function startCallService(
  allowances: Allowances,
  place: CallPlace = { port: 0 },
): Promise<{ place: CallPlace; close(): void }> {
  const answering = new Answering(allowances);
  const server = http.createServer(
    {
      maxHeaderSize: longestHead,
      requestTimeout: 0,
      headersTimeout: longestCall,
      // The address that is asked for says whose it is.
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
    // What one that was killed left behind.
    if ("path" in place) rmSync(place.path, { force: true });
    server.listen("path" in place ? place : { ...place, host: "127.0.0.1" });
  });
}
