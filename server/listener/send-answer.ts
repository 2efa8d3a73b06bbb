import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { endToEndResponseHeaders } from "./client.ts";
import {
  acceptedCoding,
  type ContentCoding,
  compressBody,
  compressedHeaders,
  compressionStream,
  isWorthCompressing,
  withVaryHeader,
} from "./compress.ts";
import type { RequestMemory } from "./held-bytes.ts";
import { type CachedResponse, type CompressedResponseCache, isCacheableResponse } from "./packed-copies.ts";
import { type ListenerRefusal, sendRefusal } from "./refuse.ts";

/**
 * Size up to which answers are read whole, so that the worker's connection is free again, however slow the client is.
 */
export const maxBufferedBytes = 512 * 1024;

export interface OutgoingResponse {
  request: IncomingMessage;
  response: ServerResponse;
  holding: RequestMemory;
  copies: CompressedResponseCache;
  /** Key under which the answer may be kept; null = not kept. */
  address: string | null;
  /** Takes one of the places for streamed answers; returns false when there is none. */
  stream(): boolean;
}

const isLong = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0) > maxBufferedBytes;

/** Returns the whole body, or its part up to the limit for held answers. */
async function beginning(answer: IncomingMessage, holding: RequestMemory): Promise<{ body: Buffer; whole: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  // `for await` would end the stream when the loop is left.
  const iterator = answer.iterator({ destroyOnReturn: false });
  for await (const part of iterator) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    holding.grow((part as Buffer).length);
    if (size > maxBufferedBytes) return { body: Buffer.concat(parts), whole: false };
  }
  return { body: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), whole: true };
}

const codingOf = ({ headers }: IncomingMessage): ContentCoding | null =>
  acceptedCoding(headers["accept-encoding"] as string | undefined);

/** An error in the middle of an answer can only be shown by breaking it off. */
const broken = (response: ServerResponse) => (error: unknown) => {
  if (error) response.destroy();
};

function sendStream(
  { request, response }: OutgoingResponse,
  answer: IncomingMessage,
  begun: Buffer,
  worthwhile: boolean,
): void {
  const status = answer.statusCode ?? 502;
  const lines = endToEndResponseHeaders(answer.rawHeaders);
  const coding = worthwhile ? codingOf(request) : null;
  if (begun.length > 0) answer.unshift(begun);
  // A pipeline listens for the end of the response in several places.
  response.setMaxListeners(20);
  if (coding) {
    response.writeHead(status, answer.statusMessage, compressedHeaders(lines, coding));
    pipeline(answer, compressionStream(coding), response, broken(response));
  } else {
    response.writeHead(status, answer.statusMessage, worthwhile ? withVaryHeader(lines) : lines);
    pipeline(answer, response, broken(response));
  }
}

const withLength = (lines: readonly string[], length: number): string[] => [
  ...lines.flatMap((line, index) => {
    if (index % 2 === 1) return [];
    return line.toLowerCase() === "content-length" ? [] : [line, lines[index + 1] ?? ""];
  }),
  "Content-Length",
  String(length),
];

/** Answer when there is no place for another streamed answer. */
const tooMuch: ListenerRefusal = {
  status: 503,
  kind: "unknown",
  text: "Too much at once.\n",
  headers: { "retry-after": "10" },
};

async function sendWhole(
  out: OutgoingResponse,
  answer: IncomingMessage,
  body: Buffer,
  worthwhile: boolean,
): Promise<void> {
  const { request, response, copies, address } = out;
  const status = answer.statusCode ?? 502;
  const lines = endToEndResponseHeaders(answer.rawHeaders);
  if (worthwhile && address !== null && isCacheableResponse({ status, headers: answer.headers })) {
    const copy = copies.keep(address, { etag: String(answer.headers.etag), lines, body });
    return sendCachedAnswer(out, copy, lines);
  }
  const coding = worthwhile ? codingOf(request) : null;
  if (coding) {
    const bytes = await compressBody(body, coding);
    response
      .writeHead(status, answer.statusMessage, withLength(compressedHeaders(lines, coding), bytes.length))
      .end(bytes);
  } else {
    response.writeHead(status, answer.statusMessage, worthwhile ? withVaryHeader(lines) : lines).end(body);
  }
}

/** Sends the worker's answer to the client. */
export async function sendWorkerAnswer(out: OutgoingResponse, answer: IncomingMessage): Promise<void> {
  const { request, response, holding } = out;
  const status = answer.statusCode ?? 502;
  const worthwhile = isWorthCompressing({ method: request.method ?? "GET", status, headers: answer.headers });
  const { body, whole } = isLong(answer) ? { body: Buffer.alloc(0), whole: false } : await beginning(answer, holding);
  if (response.destroyed) return void answer.destroy();
  if (whole) return sendWhole(out, answer, body, worthwhile);
  if (out.stream()) return sendStream(out, answer, body, worthwhile);
  answer.destroy();
  sendRefusal(response, tooMuch);
}

/** Returns stored headers that the newest answer lacks: a 304 leaves out those that describe the body. */
function freshened(stored: readonly string[], said: readonly string[]): string[] {
  const names = new Set(said.flatMap((line, index) => (index % 2 === 0 ? [line.toLowerCase()] : [])));
  const missing = stored.flatMap((line, index) => {
    if (index % 2 === 1 || names.has(line.toLowerCase())) return [];
    return [line, stored[index + 1] ?? ""];
  });
  return [...said, ...missing];
}

/** Sends the kept bytes, with the headers that the worker has just given for them. */
export async function sendCachedAnswer(
  { request, response, copies }: OutgoingResponse,
  copy: CachedResponse,
  said: readonly string[],
): Promise<void> {
  const lines = freshened(copy.lines, said);
  const coding = codingOf(request);
  if (coding) {
    const bytes = await copies.packed(copy, coding);
    response.writeHead(200, "OK", withLength(compressedHeaders(lines, coding), bytes.length)).end(bytes);
  } else {
    response.writeHead(200, "OK", withLength(withVaryHeader(lines), copy.body.length)).end(copy.body);
  }
}
