import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { createSecureContext, getCACertificates, rootCertificates } from "node:tls";
import { callableHost, makeGuardedLookup, PrivateAddressError } from "./guarded-lookup.ts";

/** One call as requested by the worker. */
export interface UpstreamRequest {
  url: URL;
  method: string;
  /** Names and values in turn. */
  headers: readonly string[];
  networks: readonly string[];
}

/** Thrown for an answer that is not HTTP. */
export class NotHttpError extends Error {}

/** Thrown after more interim answers (1xx) than a working server sends. */
export class InformationalOnlyError extends Error {}

const maxInformationalAnswers = 50;

/** Most bytes of an answer's headers; the runtime reads 128 KB of ours. */
export const maxUpstreamHeaderBytes = 100_000;

/** Time in ms for one of several addresses before the next is tried. */
const addressTimeoutMs = 1500;

/** Node's own authorities (`NODE_EXTRA_CA_CERTS` included), and the system's, as workerd uses them. */
const authorities = () =>
  typeof getCACertificates === "function"
    ? [...new Set([...getCACertificates("default"), ...getCACertificates("system")])]
    : [...rootCertificates];

/** Keeps no connection for another call, because a check has to prove that a connection can be made. */
function usedOnce<Agent extends http.Agent>(agent: Agent): Agent {
  return Object.assign(agent, { keepSocketAlive: () => false });
}

const reaching = {
  keepAlive: true,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: addressTimeoutMs,
  // A resumed session does not transfer the certificate again, so that an expired one would stay unnoticed.
  maxCachedSessions: 0,
};

const plain = usedOnce(new http.Agent(reaching));

let secure: https.Agent | undefined;

/** Made on first use: it reads hundreds of authorities. */
function secureAgent(): https.Agent {
  const secureContext = () => createSecureContext({ ca: authorities() });
  secure ??= usedOnce(new https.Agent({ ...reaching, secureContext: secureContext() } as https.AgentOptions));
  return secure;
}

const nameFor = (host: string): { servername?: string } => (isIP(host) ? {} : { servername: host });

function optionsOf({ url, method, headers, networks }: UpstreamRequest, host: string): http.RequestOptions {
  return {
    host,
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method,
    headers: headers as string[],
    setHost: false,
    lookup: makeGuardedLookup(networks),
    maxHeaderSize: maxUpstreamHeaderBytes,
    // Parses answers as leniently as browsers: ambiguities are only dangerous on a shared connection.
    insecureHTTPParser: true,
  };
}

/** Returns the request, to be written to and ended. Throws PrivateAddressError for an address that may not be called. */
export function callUpstream(call: UpstreamRequest): http.ClientRequest {
  if (!/^https?:$/.test(call.url.protocol)) throw new TypeError(`${call.url.protocol} is not called`);
  const host = callableHost(call.url, call.networks);
  if (host === null) throw new PrivateAddressError(call.url.hostname);
  const options = optionsOf(call, host);
  if (call.url.protocol === "http:") return http.request({ ...options, agent: plain });
  return https.request({ ...options, ...nameFor(host), agent: secureAgent() });
}

/** Returns the maximum number of bytes besides a body. A chunk of one byte has five such bytes. */
const mostBeside = (ofBody: number) => 1024 ** 2 + 8 * ofBody;

/**
 * Ends a response with endless empty lines before its head, or endless zeros in a chunk's length, which the parser does
 * not report. Such a response is reported as not HTTP, or as ended too early.
 */
function endFlood(asked: http.ClientRequest): void {
  let [all, ofBody] = [0, 0];
  asked.on("socket", (socket) =>
    socket.on("data", (part: Buffer) => {
      all += part.length;
      if (all - ofBody > mostBeside(ofBody)) asked.destroy(new NotHttpError());
    }),
  );
  asked.on("response", (answer) => {
    answer.on("data", (part: Buffer) => {
      ofBody += part.length;
    });
    answer.pause();
  });
}

/** Resolves to the answer with its head; interim answers are skipped. Rejects with the request's error. */
export const awaitUpstreamAnswer = (asked: http.ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let announced = 0;
    endFlood(asked);
    asked.on("information", () => {
      announced += 1;
      if (announced > maxInformationalAnswers) asked.destroy(new InformationalOnlyError());
    });
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new NotHttpError());
    });
    asked.on("response", resolve);
    asked.on("error", reject);
  });
