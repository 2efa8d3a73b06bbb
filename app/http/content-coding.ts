import type { Transform } from "node:stream";

type Zlib = typeof import("node:zlib");
/** `bytesWritten`: number of input bytes that it has decoded. */
type DecodeTransform = Transform & { bytesWritten: number };

/** RFC 1950's header: some servers send `deflate` without it, and browsers read both. */
const hasHead = ([first = 0, second = 0]: Uint8Array) => (first & 15) === 8 && ((first << 8) | second) % 31 === 0;

/** 8 MB, the limit of RFC 9659: a few bytes could otherwise ask for gigabytes. */
const maxWindowBits = 23;

const openers: Record<string, (zlib: Zlib, bytes: Uint8Array) => DecodeTransform> = {
  gzip: (zlib) => zlib.createGunzip(),
  "x-gzip": (zlib) => zlib.createGunzip(),
  deflate: (zlib, bytes) => (hasHead(bytes) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: (zlib) => zlib.createBrotliDecompress(),
  zstd: (zlib) => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: maxWindowBits } }),
};

/** Maximum number of codings that are decoded; more are never used in practice. */
const maxCodings = 3;

/**
 * Returns the codings that a Content-Encoding names, in the order in which they were applied, in lower case and without
 * `identity` (RFC 9110 §8.4); null = one of them is unknown, or there are too many.
 */
export function contentCodingsOf(header: string | null): string[] | null {
  const named = (header ?? "").split(",").map((each) => each.trim().toLowerCase());
  const codings = named.filter((each) => each !== "" && each !== "identity");
  const isKnown = codings.length <= maxCodings && codings.every((each) => Object.hasOwn(openers, each));
  return isKnown ? codings : null;
}

export interface DecodedBytes {
  bytes: Uint8Array;
  /** True if the content exceeds the limit or ends too early. */
  truncated: boolean;
}

/**
 * Maximum number of zstd frames that are read (RFC 8878 §3). Each frame needs its own decoder, and an empty frame has
 * few bytes.
 */
const maxFrames = 100;

/** Returns what follows the frame that was decoded; null for nothing, or NULs, which are padding. */
function restAfter({ bytesWritten }: DecodeTransform, bytes: Uint8Array): Uint8Array | null {
  const rest = bytes.subarray(bytesWritten);
  return rest.every((byte) => byte === 0) ? null : rest;
}

interface DecodedFrame {
  bytes: Uint8Array;
  /** `cut`: the content exceeds the limit or ends too early. */
  end: "whole" | "cut" | "broken";
  /** The bytes after this frame; null when there are none. */
  rest: Uint8Array | null;
}

/** Returns at most `most` decoded bytes of one frame. */
async function undoFrame(
  stream: DecodeTransform,
  { bytes, truncated }: DecodedBytes,
  most: number,
): Promise<DecodedFrame> {
  const parts: Uint8Array[] = [];
  let size = 0;
  stream.end(bytes);
  try {
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      parts.push(part.subarray(0, most - size));
      size += part.byteLength;
      if (size > most) return { bytes: Buffer.concat(parts), end: "cut", rest: null };
    }
  } catch {
    // Truncated content ends in the middle; complete content that fails to decode is not of this coding.
    return { bytes: Buffer.concat(parts), end: truncated ? "cut" : "broken", rest: null };
  }
  return { bytes: Buffer.concat(parts), end: "whole", rest: restAfter(stream, bytes) };
}

/** Returns at most `most` decoded bytes of one coding; null when nothing can be decoded. */
async function undoOne(
  open: () => DecodeTransform,
  { bytes, truncated }: DecodedBytes,
  { most, frames }: { most: number; frames: number },
): Promise<DecodedBytes | null> {
  const parts: Uint8Array[] = [];
  let [rest, left]: [Uint8Array | null, number] = [bytes, most];
  for (let count = 0; rest !== null && count < frames; count++) {
    const frame: DecodedFrame = await undoFrame(open(), { bytes: rest, truncated }, left);
    if (frame.end === "broken" && count === 0) return null;
    if (frame.end !== "broken") parts.push(frame.bytes);
    left -= frame.bytes.byteLength;
    if (frame.end !== "whole") return { bytes: Buffer.concat(parts), truncated: true };
    rest = frame.rest;
  }
  return { bytes: Buffer.concat(parts), truncated: truncated || rest !== null };
}

/**
 * Decodes the content, the last coding first. No step yields more than `most` bytes, so that a few bytes cannot become
 * gigabytes. Returns null if one of the codings is broken.
 */
export async function decodeContentCodings(
  given: DecodedBytes,
  codings: readonly string[],
  most: number,
): Promise<DecodedBytes | null> {
  let undone: DecodedBytes | null = given;
  const zlib = await import("node:zlib");
  for (const coding of codings.toReversed()) {
    const open = openers[coding];
    // Empty content stays empty: some servers say `gzip` on an answer without a body.
    if (undone === null || undone.bytes.byteLength === 0 || !open) return undone;
    // Node 20, on which an agent may run, has no zstd.
    if (coding === "zstd" && !("createZstdDecompress" in zlib)) return null;
    const { bytes } = undone;
    undone = await undoOne(() => open(zlib, bytes), undone, { most, frames: coding === "zstd" ? maxFrames : 1 });
  }
  return undone;
}
