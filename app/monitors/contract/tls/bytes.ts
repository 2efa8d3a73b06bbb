import { englishSentence, type Refusal } from "~/failures/refusal";

/** Error thrown when the bytes are not TLS, or their lengths do not match. */
export class TlsParseError extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}

/** Reads numbers and vectors in TLS encoding (RFC 8446 §3): big-endian, each vector preceded by its length. */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new TlsParseError(englishSentence("It ended too early."));
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** Reads a number of `size` bytes. */
  number(size: number): number {
    return this.take(size).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /** Reads a vector whose length is a number of `size` bytes. */
  vector(size: number): Uint8Array {
    return this.take(this.number(size));
  }
}

export function joinTlsBytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const bigEndianBytes = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, n) => Math.floor(value / 256 ** (size - 1 - n)) % 256);

/** Returns a vector preceded by its length in `size` bytes. */
export const tlsVector = (size: number, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
  const all = joinTlsBytes(...parts);
  return joinTlsBytes(bigEndianBytes(all.length, size), all);
};

export const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
