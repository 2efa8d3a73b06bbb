import type { Transform } from "node:stream";

type Zlib = typeof import("node:zlib");
/** `bytesWritten`: so many bytes of what it was given it has undone. */
type Opened = Transform & { bytesWritten: number };

/** RFC 1950's head: some send `deflate` without it, and browsers read both. */
const hasHead = ([first = 0, second = 0]: Uint8Array) => (first & 15) === 8 && ((first << 8) | second) % 31 === 0;

/** 8 MB, as RFC 9659 has it: a few bytes could ask for gigabytes. */
const widestWindow = 23;

const openers: Record<string, (zlib: Zlib, bytes: Uint8Array) => Opened> = {
  gzip: (zlib) => zlib.createGunzip(),
  "x-gzip": (zlib) => zlib.createGunzip(),
  deflate: (zlib, bytes) => (hasHead(bytes) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: (zlib) => zlib.createBrotliDecompress(),
  zstd: (zlib) => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: widestWindow } }),
};

/** More of them than anybody applies would be undone at our cost. */
const mostCodings = 3;

/**
 * What a Content-Encoding names, in the order in which it was applied, in any case and without `identity` (RFC 9110 §8.4);
 * null = one of them is not known here, or they are too many.
 */
export function codingsOf(header: string | null): string[] | null {
  const named = (header ?? "").split(",").map((each) => each.trim().toLowerCase());
  const codings = named.filter((each) => each !== "" && each !== "identity");
  const isKnown = codings.length <= mostCodings && codings.every((each) => Object.hasOwn(openers, each));
  return isKnown ? codings : null;
}

export interface Undone {
  bytes: Uint8Array;
  /** There was more than what was asked for, or it broke off. */
  truncated: boolean;
}

/** Of zstd the first frame alone is read, though more may follow (RFC 8878 §3); NULs behind any of them are padding. */
const isAllTaken = ({ bytesWritten }: Opened, bytes: Uint8Array) =>
  bytes.subarray(bytesWritten).every((byte) => byte === 0);

/** At most `most` bytes of what one coding stands for; null where there is nothing that it could stand for. */
async function undoOne(stream: Opened, { bytes, truncated }: Undone, most: number): Promise<Undone | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  stream.end(bytes);
  try {
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      parts.push(part.subarray(0, most - size));
      size += part.byteLength;
      if (size > most) break;
    }
  } catch {
    // What was cut ends in the middle; what was not is no such coding, whatever came of it before.
    if (!truncated) return null;
  }
  return { bytes: Buffer.concat(parts), truncated: truncated || size > most || !isAllTaken(stream, bytes) };
}

/**
 * Undoes them, the last one first. No step yields more than `most` bytes, so that a body of a few bytes cannot become
 * gigabytes; null where one of them is broken.
 */
export async function undoCodings(given: Undone, codings: readonly string[], most: number): Promise<Undone | null> {
  let undone: Undone | null = given;
  const zlib = await import("node:zlib");
  for (const coding of codings.toReversed()) {
    const open = openers[coding];
    // Nothing stands for nothing: some say `gzip` of an answer without a body.
    if (undone === null || undone.bytes.byteLength === 0 || !open) return undone;
    // Node 20, by which an agent may run, has no zstd.
    if (coding === "zstd" && !("createZstdDecompress" in zlib)) return null;
    undone = await undoOne(open(zlib, undone.bytes), undone, most);
  }
  return undone;
}
