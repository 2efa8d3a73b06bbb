import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Transform } from "node:stream";
import { answeredHeaders, clientAddress, forwardedHeaders, proxyList } from "./client.ts";
import {
  acceptedCoding,
  type Coding,
  isWorthwhile,
  packed,
  packedHeaders,
  packingStream,
  varying,
} from "./compress.ts";

export interface ListenerOptions {
  port: number;
  host: string | null;
  /** Where the worker answers; null while it starts. */
  target: () => URL | null;
  trustedProxies: readonly string[];
  testCf: boolean;
}

export interface Listener {
  port: number;
  stop(): Promise<void>;
}

/** The port is somebody else's. */
export class PortTaken extends Error {}

/** Bodies up to this size are packed whole, so that the answer carries its length. */
const wholeLimit = 512 * 1024;
/** Shorter than the 5 s after which workerd closes an idle connection: none is closed under a request. */
const idle = 3000;
const pieceSize = 64 * 1024;
const firstBreath = 25;
const laterBreath = 2;
const drainLimit = 4 * 1024 * 1024;

function refuse(response: ServerResponse, status: number, text: string, headers: http.OutgoingHttpHeaders = {}): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers });
  response.end(text);
}

async function wholeBody(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** What is wrong while an answer flows can only be shown by breaking it off. */
const broken = (response: ServerResponse) => (error: unknown) => {
  if (error) response.destroy();
};

async function answerPacked(answer: IncomingMessage, response: ServerResponse, lines: string[], coding: Coding) {
  const status = answer.statusCode ?? 502;
  const headers = packedHeaders(lines, coding);
  const length = Number(answer.headers["content-length"] ?? Number.NaN);
  if (length <= wholeLimit) {
    const body = await packed(await wholeBody(answer), coding);
    response.writeHead(status, answer.statusMessage, [...headers, "Content-Length", String(body.length)]).end(body);
  } else {
    response.writeHead(status, answer.statusMessage, headers);
    pipeline(answer, packingStream(coding), response, broken(response));
  }
}

/**
 * The worker answered before it had the whole body (413). A connection that is closed with unread bytes takes the
 * answer down with it, so a little more is read and thrown away.
 */
function drain(request: IncomingMessage): void {
  let left = drainLimit;
  request.unpipe();
  request.on("data", (part: Buffer) => {
    left -= part.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

const isLarge = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > pieceSize;

/**
 * workerd drains 64 KB of a body that the worker did not want, then resets the connection, and its answer is lost when
 * we are still writing. So a large body goes in pieces with a breath between them, in which the answer may come.
 */
function paced(): Transform {
  let unbreathed = 0;
  let breath = firstBreath;
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      this.push(piece);
      unbreathed += piece.length;
      if (unbreathed < pieceSize / 2) return next();
      setTimeout(next, breath);
      unbreathed = 0;
      breath = laterBreath;
    },
  });
}

function passAnswer(request: IncomingMessage, response: ServerResponse, answer: IncomingMessage): void {
  const lines = answeredHeaders(answer.rawHeaders);
  const status = answer.statusCode ?? 502;
  const coding = acceptedCoding(request.headers["accept-encoding"] as string | undefined);
  if (!request.complete) drain(request);
  const worthwhile = isWorthwhile({ method: request.method ?? "GET", status, headers: answer.headers });
  if (coding && worthwhile) {
    answerPacked(answer, response, lines, coding).catch(broken(response));
    return;
  }
  response.writeHead(status, answer.statusMessage, worthwhile ? varying(lines) : lines);
  pipeline(answer, response, broken(response));
}

const isInner = (path: string) => !path.startsWith("/") || /^\/+cdn-cgi(\/|$|\?)/i.test(path);

/** A name or an address, with or without a port: what else comes makes the runtime itself fail. */
const isHost = (host: string | undefined): boolean =>
  host === undefined || (/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`));

/**
 * The proxy between clients and the worker; every header that says who somebody is, is its own. A large body has its
 * connection alone: workerd breaks it off after an answer that left the body unread, and the next one would be lost.
 */
function makeHandler(options: ListenerOptions) {
  const proxies = proxyList(options.trustedProxies);
  const shared = new http.Agent({ keepAlive: true, maxSockets: 512, timeout: idle });
  const once = new http.Agent({ keepAlive: false, maxSockets: 512 });
  const pass = (request: IncomingMessage, response: ServerResponse, { hostname, port }: URL, path: string) => {
    const headers = forwardedHeaders(request, clientAddress(request, proxies), options.testCf);
    const large = isLarge(request);
    const agent = large ? once : shared;
    const inner = http.request({ agent, hostname, port, path, method: request.method, headers, setHost: false });
    inner.on("response", (answer) => passAnswer(request, response, answer));
    inner.on("error", (error: NodeJS.ErrnoException) => {
      if (response.destroyed || response.headersSent) return;
      console.error(`The worker did not answer: ${error.code ?? error.message}`);
      refuse(response, 503, "Status unknown: the worker does not answer.\n", { "retry-after": "10" });
    });
    response.once("close", () => {
      if (!response.writableFinished) inner.destroy();
    });
    request.on("error", () => inner.destroy());
    const sending = large ? request.pipe(paced()) : request;
    sending.pipe(inner);
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "/";
    const target = options.target();
    if (!isHost(request.headers.host)) refuse(response, 400, "The Host header is not a host name.\n");
    else if (isInner(path)) refuse(response, 404, "Not found.\n");
    else if (target) pass(request, response, target, path);
    else refuse(response, 503, "Upfront is starting.\n", { "retry-after": "1" });
  };
  const stop = () => {
    shared.destroy();
    once.destroy();
  };
  return { handle, stop };
}

function listen(server: http.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      reject(taken ? new PortTaken(`${host} ${port}: ${error.code}`) : error);
    });
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopServers(servers: readonly http.Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  for (const server of servers) server.closeIdleConnections();
  setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), 400).unref();
  return Promise.all(closed).then(() => undefined);
}

/** Without a host on every loopback address: `localhost` may be either. A machine without IPv6 has one only. */
async function listenOn(options: ListenerOptions, make: () => http.Server) {
  const first = make();
  const port = await listen(first, options.port, options.host ?? "127.0.0.1");
  if (options.host !== null) return { port, servers: [first] };
  const second = make();
  try {
    await listen(second, port, "::1");
    return { port, servers: [first, second] };
  } catch (error) {
    if (error instanceof PortTaken) {
      first.close();
      throw error;
    }
    return { port, servers: [first] };
  }
}

/** Listens and passes requests on. Throws PortTaken when the port is another program's. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const handler = makeHandler(options);
  const make = () => http.createServer({ keepAliveTimeout: 15_000, requestTimeout: 120_000 }, handler.handle);
  const { port, servers } = await listenOn(options, make);
  return {
    port,
    stop: async () => {
      await stopServers(servers);
      handler.stop();
    },
  };
}
