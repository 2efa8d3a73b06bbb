import http, { type IncomingMessage } from "node:http";
import type { FrontLimits } from "./front-limits.ts";
import { isPaced, paced } from "./request-body.ts";

/** A request as the worker is asked. */
export interface Asked {
  method: string;
  path: string;
  /** Without the length of a body. */
  headers: readonly string[];
  /** A length without bytes: the client sends more than is read, and the worker says so from its length. */
  body: Buffer | { length: number } | null;
}

/** More wait for the worker than can be answered soon. */
export class TooManyWait extends Error {}

/** Shorter than the 5 s after which workerd closes an idle connection: none is closed under a request. */
const idle = 3000;

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

function lengthLines({ method, body }: Asked): string[] {
  if (body) return ["content-length", String(body.length)];
  return isSafe(method) ? [] : ["content-length", "0"];
}

function send(inner: http.ClientRequest, { body }: Asked): void {
  if (!body) inner.end();
  else if (!(body instanceof Buffer)) inner.flushHeaders();
  else if (isPaced(body))
    paced(body)
      .on("error", () => inner.destroy())
      .pipe(inner);
  else inner.end(body);
}

/**
 * Asks the worker. A request with a body has its connection alone: workerd breaks it off after an answer that left the
 * body unread, and the next request on it, a stranger's, would be lost.
 */
export class WorkerCalls {
  private readonly shared: http.Agent;
  private readonly single: http.Agent;
  private underWay = 0;

  private readonly limits: Pick<FrontLimits, "workerSockets" | "bodySockets" | "waiting" | "answerTime" | "lengthTime">;

  constructor(limits: Pick<FrontLimits, "workerSockets" | "bodySockets" | "waiting" | "answerTime" | "lengthTime">) {
    this.limits = limits;
    this.shared = new http.Agent({ keepAlive: true, maxSockets: limits.workerSockets, timeout: idle });
    this.single = new http.Agent({ keepAlive: false, maxSockets: limits.bodySockets });
  }

  /** The beginning of the worker's answer; what is safe is asked once more where the connection broke. */
  async ask(target: URL, asked: Asked, signal: AbortSignal): Promise<IncomingMessage> {
    const { workerSockets, waiting } = this.limits;
    if (this.underWay >= workerSockets + waiting) throw new TooManyWait();
    this.underWay += 1;
    try {
      const first = this.once(target, asked, signal, asked.body ? this.single : this.shared);
      if (!isSafe(asked.method) || asked.body) return await first;
      return await first.catch((error) => {
        if (signal.aborted) throw error;
        return this.once(target, asked, signal, this.single);
      });
    } finally {
      this.underWay -= 1;
    }
  }

  stop(): void {
    this.shared.destroy();
    this.single.destroy();
  }

  private once({ hostname, port }: URL, asked: Asked, signal: AbortSignal, agent: http.Agent) {
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
