import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { callFailureHeader, callTokenHeader } from "../../app/net/call-headers.ts";
import { forward } from "./forward.ts";

/** The networks that may be called, besides all public addresses, by the token of who asks. */
export type Allowances = Record<string, string[]>;

/** ms; the worker waits for no call as long. */
const longestCall = 20_000;

/** An address of 60 KB that a redirect named is asked for, too. */
const longestHead = 256 * 1024;

function answer(allowances: ReadonlyMap<string, string[]>, request: IncomingMessage, response: ServerResponse): void {
  const networks = allowances.get(String(request.headers[callTokenHeader]));
  if (!networks) {
    response.writeHead(403, { [callFailureHeader]: "not_ours", connection: "close" }).end();
    return;
  }
  response.setTimeout(longestCall, () => response.destroy());
  void forward(request, response, networks);
}

/**
 * Makes calls for the worker on this machine (`fetch` of workerd gives up at an answer's announcement, and says of none
 * why it failed). A proxy by RFC 9112 §3.2.2 on a loopback port, for who knows a token.
 */
export function startCallService(allowances: Allowances, port = 0): Promise<{ port: number; close(): void }> {
  const known = new Map(Object.entries(allowances));
  const server = http.createServer(
    {
      maxHeaderSize: longestHead,
      requestTimeout: 0,
      headersTimeout: longestCall,
      keepAliveTimeout: 0,
      // The address that is asked for says whose it is.
      requireHostHeader: false,
    },
    (request, response) => answer(known, request, response),
  );
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve({ port: (server.address() as AddressInfo).port, close }));
  });
}
