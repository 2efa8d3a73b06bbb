import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HookAnswer {
  status: number;
  text?: string | Buffer;
  headers?: Record<string, string>;
  /** ms before it answers. */
  after?: number;
  /** It answers when this is settled. */
  until?: Promise<unknown>;
}

/** A real HTTP server that team channels are told on. */
export interface Hook {
  url: string;
  received: Received[];
  /** From now on; by the call's path. */
  answer(by: (call: Received) => HookAnswer): void;
  close(): Promise<void>;
}

/** Over HTTPS with a certificate for localhost. */
export async function startHook(certificate?: { key: string; cert: string }): Promise<Hook> {
  const received: Received[] = [];
  let answerBy: (call: Received) => HookAnswer = () => ({ status: 200, text: "ok" });
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString("utf8") };
    received.push(call);
    const { status, text = "", headers = {}, after = 0, until } = answerBy(call);
    await until;
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
