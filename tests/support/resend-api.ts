import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface ResendMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface ResendCall {
  key: string | undefined;
  size: number;
}

/** A stand-in for `/emails/batch` of api.resend.com, by its documentation (read in November 2026). */
export interface ResendApi {
  url: string;
  mails: ResendMail[];
  calls: ResendCall[];
  /** Refuses emails for their content; in permissive mode the others are accepted. */
  refuse(by: (to: string) => string | null): void;
  /** Gives this answer until it is reset by null. */
  answer(by: { status: number; body: unknown; headers?: Record<string, string> } | null): void;
  /** Accepts so many calls and never answers them. */
  hang(times: number): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

const error = (status: number, name: string, message: string) => ({
  status,
  body: { statusCode: status, name, message },
});

export async function startResend({ apiKey }: { apiKey: string }): Promise<ResendApi> {
  const mails: ResendMail[] = [];
  const calls: ResendCall[] = [];
  const known = new Map<string, { body: string; answer: { status: number; body: unknown } }>();
  let refuse: (to: string) => string | null = () => null;
  let fixed: { status: number; body: unknown; headers?: Record<string, string> } | null = null;
  let hanging = 0;

  function take(given: ResendMail[]) {
    const errors = given.flatMap(({ to }, index) => {
      const message = refuse(to[0] ?? "");
      return message === null ? [] : [{ index, message }];
    });
    const bad = new Set(errors.map(({ index }) => index));
    const taken = given.filter((_, index) => !bad.has(index));
    const data = taken.map(() => ({ id: crypto.randomUUID() }));
    mails.push(...taken);
    return { status: 200, body: { data, errors } };
  }
  function answerTo(request: IncomingMessage, body: string) {
    if (fixed) return fixed;
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return error(403, "invalid_api_key", "API key is invalid");
    if (request.method !== "POST" || request.url !== "/emails/batch")
      return error(404, "not_found", "No such endpoint");
    const key = String(request.headers["idempotency-key"] ?? "");
    const before = known.get(key);
    if (before && before.body !== body) return error(409, "invalid_idempotent_request", "Same key, other payload");
    if (before) return before.answer;
    const answer = take(JSON.parse(body) as ResendMail[]);
    known.set(key, { body, answer });
    return answer;
  }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const key = request.headers["idempotency-key"];
    calls.push({ key: key === undefined ? undefined : String(key), size: (JSON.parse(body) as unknown[]).length });
    const answer: { status: number; body: unknown; headers?: Record<string, string> } = answerTo(request, body);
    if (hanging > 0) {
      hanging -= 1;
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    calls,
    refuse(by) {
      refuse = by;
    },
    answer(by) {
      fixed = by;
    },
    hang(times) {
      hanging = times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
