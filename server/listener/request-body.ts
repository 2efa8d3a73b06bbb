import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Holding } from "./held-bytes.ts";

/** `large`: there is more than is read; `slow`: it took too long; `broken`: the client went, or had to make room. */
export type ReadBody = { body: Buffer } | { trouble: "large" | "slow" | "broken" };

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface Reading {
  most: number;
  /** ms for all of it. */
  time: number;
  holding: Holding;
  /** Of a longer one its beginning is wanted: so much of it is its body then. */
  takesStart?: boolean;
}

/** Reads a request's body whole, before anything of the worker's is taken for it. */
export function readWhole(request: IncomingMessage, { most, time, holding, takesStart }: Reading): Promise<ReadBody> {
  if (!takesStart && Number(request.headers["content-length"] ?? 0) > most)
    return Promise.resolve({ trouble: "large" });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (read: ReadBody) => {
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

const drainLimit = 4 * 1024 * 1024;

/**
 * An answer goes out before the whole body came. A connection that is closed with unread bytes takes the answer down
 * with it, so a little more is read and thrown away.
 */
export function drain(request: IncomingMessage, time: number): void {
  if (request.complete || request.destroyed) return;
  let left = drainLimit;
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

const pieceSize = 32 * 1024;
const firstBreath = 25;
const laterBreath = 2;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * workerd drains 64 KB of a body that the worker did not want, then resets the connection, and its answer is lost when
 * we are still writing. So a large body goes in pieces with a breath between them, in which the answer may come.
 */
async function* pieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += pieceSize) {
    if (at > 0) await wait(at === pieceSize ? firstBreath : laterBreath);
    yield body.subarray(at, at + pieceSize);
  }
}

export const isPaced = (body: Buffer): boolean => body.length > 2 * pieceSize;

export const paced = (body: Buffer): Readable => Readable.from(pieces(body), { objectMode: false });
