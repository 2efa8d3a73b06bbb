import { type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
  isBrowserRequest,
  type RefusalKind,
  refusalBaseHeaders,
  refusalHeaders,
  refusalPageHtml,
} from "./refusal-page.ts";

/** A refusal by the listener: `text` for programs, `kind` for people. */
export interface ListenerRefusal {
  status: number;
  kind: RefusalKind;
  text: string;
  headers?: OutgoingHttpHeaders;
}

interface RefusalResponse {
  headers: OutgoingHttpHeaders;
  body: string;
}

const inText = ({ text, headers }: ListenerRefusal): RefusalResponse => ({
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...refusalBaseHeaders,
    ...headers,
  },
  body: text,
});

/** Falls back to English when the catalogue cannot be read. */
function said(refusal: ListenerRefusal, asked: IncomingHttpHeaders): RefusalResponse {
  const plain = inText(refusal);
  if (!isBrowserRequest(asked)) return plain;
  try {
    const body = refusalPageHtml(refusal.kind, asked);
    return { headers: { ...plain.headers, ...refusalHeaders }, body };
  } catch (error) {
    console.error(`A page of the listener could not be written: ${(error as Error).message}`);
    return plain;
  }
}

/** Answers instead of the worker; breaks off an answer that has started. */
export function sendRefusal(response: ServerResponse, refusal: ListenerRefusal): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { headers, body } = said(refusal, response.req.headers);
  response.writeHead(refusal.status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/** Refusals of data that Node's parser rejects, and that never become a request. */
const unread: Record<string, ListenerRefusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, kind: "headers", text: "The request's headers are too large.\n" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, kind: "large", text: "The request's body is too large.\n" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, kind: "slow", text: "The request took too long.\n" },
};
const unreadable: ListenerRefusal = { status: 400, kind: "broken", text: "The request cannot be read.\n" };

/** Returns the headers that can be found: those that show the sender's format and language. */
function headersIn(packet: Buffer | undefined): IncomingHttpHeaders {
  const head = packet?.toString("latin1") ?? "";
  const lineOf = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]{0,500})`, "im").exec(head)?.[1] ?? "";
  return { accept: lineOf("accept"), "accept-language": lineOf("accept-language"), cookie: lineOf("cookie") };
}

/** Ends a connection that sends no valid request, after an answer with the reason. */
export function refuseInvalidRequest(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  // During an answer, more data would be read as a part of it.
  const answering = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (error.code === "ECONNRESET" || !socket.writable || answering?.headersSent) return void socket.destroy();
  const refusal = unread[error.code ?? ""] ?? unreadable;
  const { headers, body } = said(refusal, headersIn(error.rawPacket));
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n`;
  socket.write(`${head}${body}`);
  socket.destroySoon();
}
