import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { createSecureContext, getCACertificates, rootCertificates } from "node:tls";
import { callableHost, guardedLookup, PrivateAddress } from "./guarded-lookup.ts";

/** One call as the worker asked for it. */
export interface Upstream {
  url: URL;
  method: string;
  /** Names and values in turn. */
  headers: readonly string[];
  networks: readonly string[];
}

/** An answer that nobody can read as one. */
export class NotHttp extends Error {}

/** More of what only announces an answer (1xx) than anybody sends who means to answer. */
export class OnlyAnnounced extends Error {}

const mostAnnounced = 50;

/** Bytes of an answer's headers; the runtime reads 128 KB of ours. */
export const mostHeaders = 100_000;

/** ms for one of several addresses before the next is tried. */
const patience = 1500;

/** Those that come with Node (`NODE_EXTRA_CA_CERTS` among them), and the system's own, as workerd takes them. */
const authorities = () =>
  typeof getCACertificates === "function"
    ? [...new Set([...getCACertificates("default"), ...getCACertificates("system")])]
    : [...rootCertificates];

/** Asks as browsers do, and lets no connection be another call's: what is checked is that one can be made. */
function usedOnce<Agent extends http.Agent>(agent: Agent): Agent {
  return Object.assign(agent, { keepSocketAlive: () => false });
}

const reaching = {
  keepAlive: true,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: patience,
  // A session that goes on asks for no certificate again, and one that has expired since would not show.
  maxCachedSessions: 0,
};

const plain = usedOnce(new http.Agent(reaching));

let secure: https.Agent | undefined;

/** Made for the first who needs it: hundreds of authorities are read for it. */
function secureAgent(): https.Agent {
  const secureContext = () => createSecureContext({ ca: authorities() });
  secure ??= usedOnce(new https.Agent({ ...reaching, secureContext: secureContext() } as https.AgentOptions));
  return secure;
}

const nameFor = (host: string): { servername?: string } => (isIP(host) ? {} : { servername: host });

function optionsOf({ url, method, headers, networks }: Upstream, host: string): http.RequestOptions {
  return {
    host,
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method,
    headers: headers as string[],
    setHost: false,
    lookup: guardedLookup(networks),
    maxHeaderSize: mostHeaders,
    // As browsers read answers: what two readers could take for two things matters where a connection is shared.
    insecureHTTPParser: true,
  };
}

/** The request, to be written to and ended. Throws PrivateAddress for an address that may not be called. */
export function callUpstream(call: Upstream): http.ClientRequest {
  if (!/^https?:$/.test(call.url.protocol)) throw new TypeError(`${call.url.protocol} is not called`);
  const host = callableHost(call.url, call.networks);
  if (host === null) throw new PrivateAddress(call.url.hostname);
  const options = optionsOf(call, host);
  if (call.url.protocol === "http:") return http.request({ ...options, agent: plain });
  return https.request({ ...options, ...nameFor(host), agent: secureAgent() });
}

/** Bytes that are no part of a body: chunks of one byte come with five of them. */
const mostBeside = (ofBody: number) => 1024 ** 2 + 8 * ofBody;

/**
 * Before a head there may be empty lines for ever, and in a chunk's length zeros, of which the parser says nothing: then it
 * is no HTTP, or the answer breaks off.
 */
function endFlood(asked: http.ClientRequest): void {
  let [all, ofBody] = [0, 0];
  asked.on("socket", (socket) =>
    socket.on("data", (part: Buffer) => {
      all += part.length;
      if (all - ofBody > mostBeside(ofBody)) asked.destroy(new NotHttp());
    }),
  );
  asked.on("response", (answer) => {
    answer.on("data", (part: Buffer) => {
      ofBody += part.length;
    });
    answer.pause();
  });
}

/** The answer's head. What only announces it is waited out. Rejects with what the request failed with. */
export const answerOf = (asked: http.ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let announced = 0;
    endFlood(asked);
    asked.on("information", () => {
      announced += 1;
      if (announced > mostAnnounced) asked.destroy(new OnlyAnnounced());
    });
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new NotHttp());
    });
    asked.on("response", resolve);
    asked.on("error", reject);
  });
