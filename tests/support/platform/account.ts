import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Call, failure, routes } from "./account-routes";
import { AccountState } from "./account-state";

/** A scripted answer to a call, in place of the usual one, for so many calls. */
interface Scripted {
  /** `METHOD /path`, without the account. */
  call: RegExp;
  times: number;
  answer: (response: ServerResponse) => void;
}

/** Errors, as Cloudflare's API and the proxies before it send them. */
export const troubles = {
  /** https://developers.cloudflare.com/fundamentals/api/troubleshooting/ */
  forbidden: json(403, failure(10_000, "Authentication error")),
  internal: json(500, failure(7000, "Internal error")),
  notRouted: json(404, failure(7003, "Could not route to /accounts/a")),
  /** https://developers.cloudflare.com/fundamentals/api/reference/limits/ */
  rateLimited: json(429, failure(971, "Please wait and consider throttling your request speed")),
  proxy: (response: ServerResponse) => void response.writeHead(502).end("<html>Bad gateway</html>"),
  cutOff: (response: ServerResponse) => void response.destroy(),
  /** A success without a result. */
  empty: json(200, { success: true, errors: [], messages: [], result: null }),
};

function json(status: number, body: object) {
  return (response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? "/", "http://api");
  const path = url.pathname.replace("/client/v4", "").replace(/^\/accounts\/[0-9a-f]{32}/, "");
  const headers = new Headers(request.headers as Record<string, string>);
  const bytes = await bodyOf(request);
  return {
    method: request.method ?? "GET",
    path,
    query: url.searchParams,
    body: new Response(new Uint8Array(bytes), { headers }),
  };
}

/** A stand-in for an account at Cloudflare, behind the REST API that our scripts and the real wrangler call. */
export class FakeAccount {
  readonly state = new AccountState();
  /** The writing calls, in order: `METHOD /path` without the account. */
  readonly written: string[] = [];
  private scripted: Scripted[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    const name = `${call.method} ${call.path}`;
    if (call.method !== "GET" && !call.path.endsWith("/query")) this.written.push(name);
    const scripted = this.scripted.find((each) => each.times > 0 && each.call.test(name));
    if (scripted) {
      scripted.times -= 1;
      return scripted.answer(response);
    }
    const { status, body } = await this.route(call);
    json(status, body)(response);
  }

  private async route(call: Call): Promise<Answer> {
    for (const { method, path, handle } of routes) {
      const found = call.method === method ? path.exec(call.path) : null;
      if (found) return handle(this.state, found.slice(1), call);
    }
    return { status: 404, body: failure(7003, `Could not route to ${call.method} ${call.path}`) };
  }

  /** Answers the next `times` calls of this kind with `answer`. */
  script(call: RegExp, answer: Scripted["answer"], times = Number.POSITIVE_INFINITY): void {
    this.scripted.push({ call, answer, times });
  }

  /** Returns the environment with which a shell works on this account. */
  async open(): Promise<Record<string, string>> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    const { port } = this.server.address() as AddressInfo;
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a-token",
      WRANGLER_HIDE_BANNER: "true",
    };
  }

  /** Resets to a new account, without calls or scripts. */
  reset(): void {
    this.state.clear();
    this.written.length = 0;
    this.scripted = [];
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
