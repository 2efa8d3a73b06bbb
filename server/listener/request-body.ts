import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { RequestMemory } from "./held-bytes.ts";

/** `large`: there is more than the limit; `slow`: it took too long; `broken`: the client left, or had to make room. */
export type RequestBodyResult = { body: Buffer } | { trouble: "large" | "slow" | "broken" };

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface BodyReadOptions {
  most: number;
  /** Time for the whole body, in ms. */
  time: number;
  holding: RequestMemory;
  /** True when the start of a longer body is used: the body is then cut. */
  takesStart?: boolean;
}

/** Reads a request's whole body before it takes a connection of the worker. */
export function readWholeRequestBody(
  request: IncomingMessage,
  { most, time, holding, takesStart }: BodyReadOptions,
): Promise<RequestBodyResult> {
  if (!takesStart && Number(request.headers["content-length"] ?? 0) > most)
    return Promise.resolve({ trouble: "large" });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (read: RequestBodyResult) => {
      clearTimeout(timer);
      request.off("data", take).off("end", ended).off("close", broken).off("error", broken);
      resolve(read);
    };
    const take = (part: Buffer) => {
      size += part.length;
      if (size > most && !takesStart) return end({ trouble: "large" });
      parts.push(part);
      if (size > most) return end({ body: Buffer.concat(parts).subarray(0, most) });
      holding.grow(part.length);
    };
    const ended = () => end({ body: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts) });
    const broken = () => end({ trouble: "broken" });
    const timer = setTimeout(() => end({ trouble: "slow" }), time);
    request.on("data", take).once("end", ended).once("close", broken).once("error", broken);
  });
}

const maxDrainBytes = 4 * 1024 * 1024;

/**
 * Reads a little more of an unread body after an early answer: a connection that is closed with unread bytes would lose
 * the answer.
 */
export function drainRequest(request: IncomingMessage, time: number): void {
  if (request.complete || request.destroyed) return;
  let left = maxDrainBytes;
  const end = () => request.destroy();
  const timer = setTimeout(end, time);
  request.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  request.on("error", () => undefined);
  request.on("data", (part: Buffer) => {
    left -= part.length;
    if (left < 0) end();
  });
  request.resume();
}

const pieceBytes = 32 * 1024;
const firstPauseMs = 25;
const laterPauseMs = 2;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Yields a large body in pieces with pauses in which the answer may arrive: workerd drains 64 KB of a body that the
 * worker did not read, then resets the connection, and its answer is lost while we are still writing.
 */
async function* pieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) {
    if (at > 0) await wait(at === pieceBytes ? firstPauseMs : laterPauseMs);
    yield body.subarray(at, at + pieceBytes);
  }
}

export const isBodySentInPieces = (body: Buffer): boolean => body.length > 2 * pieceBytes;

export const bodyStreamInPieces = (body: Buffer): Readable => Readable.from(pieces(body), { objectMode: false });
