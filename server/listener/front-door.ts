import type { IncomingMessage, ServerResponse } from "node:http";
import { domainToUnicode } from "node:url";
import {
  clientAddressOfRequest,
  endToEndResponseHeaders,
  forwardedHeaders,
  repeatedHeaderName,
  trustedProxyList,
} from "./client.ts";
import { ClientRateLimiter, clientCountKey } from "./client-counts.ts";
import { megabyteBytes, type ReverseProxyLimits } from "./front-limits.ts";
import { MemoryBudget, type RequestMemory } from "./held-bytes.ts";
import { isRuntimeInternalPath } from "./inner-path.ts";
import { type CachedResponse, CompressedResponseCache } from "./packed-copies.ts";
import { type ListenerRefusal, sendRefusal } from "./refuse.ts";
import { drainRequest, hasBody, readWholeRequestBody } from "./request-body.ts";
import { type OutgoingResponse, sendCachedAnswer, sendWorkerAnswer } from "./send-answer.ts";
import { ConcurrentStreamLimiter } from "./streams.ts";
import type { UntrustedProxyWatch } from "./untrusted-proxies.ts";
import { TooManyWaitingError, WorkerClient, type WorkerRequest } from "./worker-calls.ts";

export interface ReverseProxyOptions {
  /** Address of the worker; null while it starts. */
  target: () => URL | null;
  trustedProxies: readonly string[];
  testCf: boolean;
  /** Reason, as a sentence, why `/healthz` is not 200; null or absent = the worker answers it. */
  trouble?: () => string | null;
  /** Records untrusted proxies. */
  untrusted?: UntrustedProxyWatch;
}

const isHealth = (path: string) => /^\/healthz($|\?)/.test(path);

/** Returns true if a host has a Punycode label that cannot be decoded, for which the runtime would throw. */
const hasBrokenLabel = (host: string): boolean => /(^|\.)xn--/i.test(domainToUnicode(host.replace(/:\d+$/, "")));

/** True for a name or an address, with or without a port: anything else makes the runtime itself fail. */
const isHost = (host: string | undefined): boolean =>
  host === undefined ||
  (/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host) &&
    URL.canParse(`http://${host}/`) &&
    !(/xn--/i.test(host) && hasBrokenLabel(host)));

/** Methods that the worker knows; TRACE would send a client's headers back. */
const methods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const conditions = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "range", "if-range"];

/** Returns the key of a kept answer, for a client that sends no conditions and requests the whole answer. */
function addressOf({ method, headers, url }: IncomingMessage): string | null {
  if (method !== "GET" || conditions.some((name) => headers[name] !== undefined)) return null;
  return `${headers.host} ${url}`;
}

const closing = { connection: "close" };

const troubles: Record<"slow" | "broken", ListenerRefusal> = {
  slow: { status: 408, kind: "slow", text: "The request's body took too long.\n", headers: closing },
  broken: { status: 400, kind: "broken", text: "The request's body was cut off.\n", headers: closing },
};

/** Refused here: with only the length, the worker would wait for a body that never comes. */
const tooLarge = (most: number): ListenerRefusal => ({
  status: 413,
  kind: "large",
  text: `The request's body is too large: at most ${most / megabyteBytes} MB.\n`,
});

/** True for a push to a Git repository, whose signature is over all of its body. */
const isPush = (path: string): boolean => path.startsWith("/ingest/repositories/");

/** True for lists of alerts; the worker takes as much of them as it can (app/alerts/rules/cut-list). */
const isList = (path: string): boolean => /^\/(ingest\/|api\/v2\/alerts)/.test(path) && !isPush(path);

/** Returns a temporary refusal; `wait` is in seconds. */
const away = (text: string, wait: number): ListenerRefusal => ({
  status: 503,
  kind: "unknown",
  text,
  headers: { "retry-after": String(wait) },
});

const tooOften = (wait: number): ListenerRefusal => ({
  status: 429,
  kind: "often",
  text: "Too many requests.\n",
  headers: { "retry-after": String(wait) },
});

const noMethod: ListenerRefusal = {
  status: 405,
  kind: "method",
  text: "Not a method of this server.\n",
  headers: { allow: methods.join(", "), ...closing },
};

const noHost: ListenerRefusal = { status: 400, kind: "broken", text: "The Host header is not a host name.\n" };
const twice: ListenerRefusal = {
  status: 400,
  kind: "broken",
  text: "A header that may be sent once was sent twice.\n",
};
const notThere: ListenerRefusal = { status: 404, kind: "missing", text: "Not found.\n" };

/** The proxy between clients and the worker; it alone sets all headers that identify the client. */
export class ReverseProxy {
  private readonly proxies;
  private readonly rates;
  private readonly held;
  private readonly copies;
  private readonly streams;
  private readonly calls;

  private readonly options: ReverseProxyOptions;
  private readonly limits: ReverseProxyLimits;

  constructor(options: ReverseProxyOptions, limits: ReverseProxyLimits) {
    this.options = options;
    this.limits = limits;
    this.proxies = trustedProxyList(options.trustedProxies);
    this.rates = new ClientRateLimiter(limits);
    this.held = new MemoryBudget(limits.heldBytes);
    this.copies = new CompressedResponseCache(limits.copyBytes);
    this.streams = new ConcurrentStreamLimiter(limits);
    this.calls = new WorkerClient(limits);
  }

  /** Bytes that are held in memory for clients at present. */
  get bytes(): number {
    return this.held.size + this.copies.size;
  }

  /** Handles one request. An exception affects only its own response. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.answer(request, response).catch((error: NodeJS.ErrnoException) => {
      if (response.destroyed || response.headersSent) return void response.destroy();
      if (error instanceof TooManyWaitingError) return sendRefusal(response, away("Too many ask at once.\n", 5));
      console.error(`The worker did not answer: ${error.code ?? error.message}`);
      sendRefusal(response, away("Status unknown: the worker does not answer.\n", 10));
    });
  }

  stop(): void {
    this.calls.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    this.options.untrusted?.look(request, Date.now());
    const address = clientAddressOfRequest(request, this.proxies);
    const client = clientCountKey(address);
    const wait = this.rates.take(client, Date.now());
    if (wait > 0) return sendRefusal(response, tooOften(wait));
    if (!methods.includes(request.method ?? "")) return sendRefusal(response, noMethod);
    if (repeatedHeaderName(request) !== null) return sendRefusal(response, twice);
    if (!isHost(request.headers.host)) return sendRefusal(response, noHost);
    if (isRuntimeInternalPath(path)) return sendRefusal(response, notThere);
    const target = this.options.target();
    if (!target) return sendRefusal(response, away("Upfront is starting.\n", 1));
    const trouble = isHealth(path) ? this.options.trouble?.() : null;
    if (trouble) return sendRefusal(response, away(`${trouble}\n`, 60));
    const holding = this.held.hold(client, () => response.destroy());
    const gone = new AbortController();
    response.once("close", () => {
      holding.release();
      if (!response.writableFinished) gone.abort();
    });
    const body = hasBody(request) ? await this.readBody(request, response, holding) : null;
    if (body === undefined) return;
    const headers = forwardedHeaders(request, address, this.options.testCf);
    const asked = { method: request.method ?? "GET", path, headers, body };
    const stream = () => this.streams.take(client, response);
    const out = { request, response, holding, copies: this.copies, address: addressOf(request), stream };
    await this.pass(target, asked, out, gone.signal);
  }

  private bodyBytes({ url = "/" }: IncomingMessage): number {
    return isPush(url) ? this.limits.pushBytes : this.limits.bodyBytes;
  }

  /** Returns undefined when the body did not arrive; that is then answered. */
  private async readBody(request: IncomingMessage, response: ServerResponse, holding: RequestMemory) {
    const { bodyTime: time } = this.limits;
    const [most, takesStart] = [this.bodyBytes(request), isList(request.url ?? "/")];
    const read = await readWholeRequestBody(request, { most, time, holding, takesStart });
    if ("body" in read) {
      drainRequest(request, time);
      return read.body;
    }
    drainRequest(request, time);
    if (read.trouble === "large") return { length: Math.max(most + 1, Number(request.headers["content-length"] ?? 0)) };
    sendRefusal(response, troubles[read.trouble]);
    return undefined;
  }

  /** Names the kept copies of the address; the worker may name one of them as the answer. */
  private async pass(target: URL, asked: WorkerRequest, out: OutgoingResponse, gone: AbortSignal): Promise<void> {
    const known = out.address === null ? [] : this.copies.of(out.address);
    const asking = this.calls.ask(target, naming(asked, known), gone);
    const answer = await asking.catch((error) => {
      if (!asked.body || asked.body instanceof Buffer || gone.aborted) throw error;
    });
    if (!answer) return sendRefusal(out.response, tooLarge(this.bodyBytes(out.request)));
    if (answer.statusCode !== 304 || known.length === 0) return sendWorkerAnswer(out, answer);
    answer.resume();
    const copy = known.find(({ etag }) => etag === answer.headers.etag);
    if (copy) return sendCachedAnswer(out, copy, endToEndResponseHeaders(answer.rawHeaders));
    return sendWorkerAnswer(out, await this.calls.ask(target, asked, gone));
  }
}

const naming = (asked: WorkerRequest, known: readonly CachedResponse[]): WorkerRequest =>
  known.length === 0
    ? asked
    : { ...asked, headers: [...asked.headers, "if-none-match", known.map(({ etag }) => etag).join(", ")] };
