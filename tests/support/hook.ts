import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Ways in which a body fails after a correct head. */
export const brokenBodies = ["reset", "short", "chunk", "encoding", "drips"] as const;
export type BrokenBody = (typeof brokenBodies)[number];

export interface HookAnswer {
  status: number;
  text?: string | Buffer;
  headers?: Record<string, string>;
  /** ms before it answers. */
  after?: number;
  /** It answers when this is settled. */
  until?: Promise<unknown>;
  /** Set when the head and text are sent, but the rest of the body breaks. */
  breaks?: BrokenBody;
}

/** Bytes that are not a valid answer, after which the connection is closed. */
const misshapen: Record<Exclude<BrokenBody, "drips">, { headers: Record<string, string>; rest: string }> = {
  reset: { headers: { "transfer-encoding": "chunked" }, rest: "" },
  short: { headers: { "content-length": "5000" }, rest: "" },
  chunk: { headers: { "transfer-encoding": "chunked" }, rest: "zz\r\nno chunk\r\n" },
  encoding: { headers: { "content-encoding": "gzip" }, rest: "no gzip" },
};

function answerBroken(response: ServerResponse, { status, text = "", headers = {}, breaks }: HookAnswer): void {
  if (breaks === undefined) return;
  if (breaks === "drips") {
    response.writeHead(status, headers).write(text || " ");
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
    return;
  }
  const { headers: more, rest } = misshapen[breaks];
  response.writeHead(status, { ...headers, ...more });
  response.write(text || " ", () => {
    const { socket } = response;
    const end = breaks === "reset" ? () => socket?.resetAndDestroy() : () => socket?.destroySoon();
    socket?.write(rest || "\r\n", () => setTimeout(end, 20));
  });
}

/** A real HTTP server that receives notifications of team channels. */
export interface Hook {
  url: string;
  received: Received[];
  /** Sets the answers from now on, by the call. */
  answer(by: (call: Received) => HookAnswer): void;
  close(): Promise<void>;
}

/** Starts it; with a certificate for localhost, over HTTPS. */
export async function startHook(certificate?: { key: string; cert: string }): Promise<Hook> {
  const received: Received[] = [];
  let answerBy: (call: Received) => HookAnswer = () => ({ status: 200, text: "ok" });
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString("utf8") };
    received.push(call);
    const answer = answerBy(call);
    const { status, text = "", headers = {}, after = 0, until } = answer;
    await until;
    if (answer.breaks) return answerBroken(response, answer);
    setTimeout(() => response.writeHead(status, headers).end(text), after);
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${certificate ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(by) {
      answerBy = by;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
