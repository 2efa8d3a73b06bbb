import http, { type IncomingMessage } from "node:http";
import type { ReverseProxyLimits, WorkerLaneLimits } from "./front-limits.ts";
import { bodyStreamInPieces, isBodySentInPieces } from "./request-body.ts";

/** A request to the worker. */
export interface WorkerRequest {
  method: string;
  path: string;
  /** Header lines without the body's length. */
  headers: readonly string[];
  /** A length without bytes means that the client sends more than is read; the worker answers by the length. */
  body: Buffer | { length: number } | null;
}

/** Thrown when more requests wait for the worker than can be answered soon. */
export class TooManyWaitingError extends Error {}

/**
 * Idle time in ms, shorter than the 5 s after which workerd closes an idle connection, so that none closes during a
 * request.
 */
const idleTimeoutMs = 3000;

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

function lengthLines({ method, body }: WorkerRequest): string[] {
  if (body) return ["content-length", String(body.length)];
  return isSafe(method) ? [] : ["content-length", "0"];
}

function send(inner: http.ClientRequest, { body }: WorkerRequest): void {
  if (!body) inner.end();
  else if (!(body instanceof Buffer)) inner.flushHeaders();
  else if (isBodySentInPieces(body))
    bodyStreamInPieces(body)
      .on("error", () => inner.destroy())
      .pipe(inner);
  else inner.end(body);
}

type WorkerCallLimits = Pick<ReverseProxyLimits, "pages" | "forms" | "deliveries" | "answerTime" | "lengthTime">;

/** True for deliveries by programs: there may be hundreds a second, and each needs a commit. */
const isDelivery = (path: string): boolean =>
  /^\/(ingest|ping)\/|^\/v2\/(change\/)?enqueue|^\/api\/v2\/alerts/.test(path);

/** Requests of one kind to the worker: when too many wait, the next one is told to come back. */
class WorkerLane {
  private underWay = 0;
  private readonly agent: http.Agent;
  private readonly most: number;

  constructor({ sockets, waiting }: WorkerLaneLimits, keepAlive: boolean) {
    this.agent = new http.Agent({ keepAlive, maxSockets: sockets, ...(keepAlive ? { timeout: idleTimeoutMs } : {}) });
    this.most = sockets + waiting;
  }

  async take<T>(work: (agent: http.Agent) => Promise<T>): Promise<T> {
    if (this.underWay >= this.most) throw new TooManyWaitingError();
    this.underWay += 1;
    try {
      return await work(this.agent);
    } finally {
      this.underWay -= 1;
    }
  }

  stop(): void {
    this.agent.destroy();
  }
}

/**
 * Sends requests to the worker. Deliveries, forms and pages have separate connections, so that one kind never waits for
 * another. A request with a body has a connection of its own: workerd resets it after an answer that left the body
 * unread, and another client's next request on it would be lost.
 */
export class WorkerClient {
  private readonly ways: Record<"pages" | "again" | "forms" | "deliveries", WorkerLane>;
  private readonly limits: WorkerCallLimits;

  constructor(limits: WorkerCallLimits) {
    this.limits = limits;
    const { pages, forms, deliveries } = limits;
    this.ways = {
      pages: new WorkerLane(pages, true),
      again: new WorkerLane(pages, false),
      forms: new WorkerLane(forms, false),
      deliveries: new WorkerLane(deliveries, false),
    };
  }

  /** Returns the start of the worker's answer; a safe request is repeated once when the connection broke. */
  async ask(target: URL, asked: WorkerRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { pages, again, forms, deliveries } = this.ways;
    const apart = isDelivery(asked.path) ? deliveries : asked.body ? forms : null;
    const along = (way: WorkerLane) => way.take((agent) => this.once(target, asked, signal, agent));
    if (!isSafe(asked.method) || asked.body) return along(apart ?? forms);
    return along(apart ?? pages).catch((error) => {
      if (signal.aborted || error instanceof TooManyWaitingError) throw error;
      return along(apart ?? again);
    });
  }

  stop(): void {
    for (const way of Object.values(this.ways)) way.stop();
  }

  private once({ hostname, port }: URL, asked: WorkerRequest, signal: AbortSignal, agent: http.Agent) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { method, path } = asked;
      const headers = [...asked.headers, ...lengthLines(asked)];
      const inner = http.request({ agent, hostname, port, path, method, headers, setHost: false });
      const abort = () => inner.destroy();
      const isWaited = !asked.body || asked.body instanceof Buffer;
      const time = isWaited ? this.limits.answerTime : this.limits.lengthTime;
      const late = setTimeout(() => inner.destroy(new Error("It took too long.")), time);
      inner.on("response", (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      inner.on("error", reject);
      inner.on("close", () => {
        clearTimeout(late);
        signal.removeEventListener("abort", abort);
        reject(new Error("The connection was closed."));
      });
      signal.addEventListener("abort", abort, { once: true });
      send(inner, asked);
    });
  }
}
