import { refusalFor } from "~/failures/refusal";
import { type Charset, detectCharset, isUtf16 } from "~/text/charset";
import { decodeAs, type TextReadTrouble } from "~/text/read-text";
import { contentCodingsOf, type DecodedBytes, decodeContentCodings } from "./content-coding";
import type { UnreadResponse } from "./follow";

type ReadChunk = { done: boolean; value?: Uint8Array | undefined };

interface ChunkReader {
  next(size: number): Promise<ReadChunk>;
  cancel(): Promise<void>;
}

/** A call that only workerd has. Node's `min` throws when the stream has ended before. */
type MinimumReader = ReadableStreamBYOBReader & { readAtLeast(least: number, view: Uint8Array): Promise<ReadChunk> };

const gathers = () => "readAtLeast" in ReadableStreamBYOBReader.prototype;

/**
 * workerd gathers the parts of a network body in one turn of the event loop, however small they are: one turn for each
 * byte would delay all other requests for seconds. In Node, and in streams made by script, parts come as they are.
 */
function readerOf(body: ReadableStream<Uint8Array>): ChunkReader {
  try {
    if (gathers()) {
      const reader = body.getReader({ mode: "byob" }) as MinimumReader;
      return { next: (size) => reader.readAtLeast(size, new Uint8Array(size)), cancel: () => reader.cancel() };
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const reader = body.getReader();
  return { next: () => reader.read(), cancel: () => reader.cancel() };
}

/** UTF-16 needs twice as many bytes for the same number of letters. */
const bytesFor = (limit: number, { name }: Charset) => (name.startsWith("utf-16") ? 2 * limit : limit);

/**
 * Returns the bytes of a body up to the limit. If the body `mayBreak`, the bytes that were received before the break
 * are returned.
 */
async function readBytes(
  reader: ChunkReader,
  enough: (first: Uint8Array) => number,
  mayBreak: boolean,
): Promise<DecodedBytes> {
  const parts: Uint8Array[] = [];
  let [size, most] = [0, enough(new Uint8Array())];
  const all = (truncated: boolean): DecodedBytes => ({
    bytes: parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts),
    truncated,
  });
  while (size < most) {
    const part = await reader.next(most - size).catch((error) => {
      if (mayBreak) return null;
      throw error;
    });
    if (part === null) return all(true);
    const { done, value = new Uint8Array() } = part;
    if (size === 0) most = enough(value);
    const fitting = value.subarray(0, most - size);
    size += fitting.byteLength;
    if (fitting.byteLength > 0) parts.push(fitting);
    if (done) return all(false);
  }
  await reader.cancel().catch(() => undefined);
  return all(true);
}

export interface ResponseBodyText {
  text: string;
  /** Number of bytes read, after its codings were undone. */
  bytes: number;
  truncated: boolean;
  unread?: TextReadTrouble;
}

const unread = ({ bytes, truncated }: DecodedBytes, why: TextReadTrouble["why"]): ResponseBodyText => ({
  text: "",
  bytes: bytes.byteLength,
  truncated,
  unread: { why, ascii: false },
});

/** Decodes bytes as text, in the charset that is found. */
function textOf({ bytes, truncated }: DecodedBytes, contentType: string | null, limit: number): ResponseBodyText {
  const charset = detectCharset(bytes, contentType);
  const read = bytes.subarray(0, bytesFor(limit, charset));
  const isCut = truncated || read.byteLength < bytes.byteLength;
  return { ...decodeAs(charset, read, isCut), bytes: read.byteLength, truncated: isCut };
}

/**
 * Reads at most `limit` bytes, twice that of UTF-16 for as many letters, and leaves the rest unread, so that no
 * endless, slow or highly compressed body blocks us. When it `mayBreak`, returns the bytes received before it broke.
 */
export async function readBodyAtMost(
  response: Pick<UnreadResponse, "body" | "headers" | "areCodingsUndone">,
  limit: number,
  { mayBreak = false }: { mayBreak?: boolean | undefined } = {},
): Promise<ResponseBodyText> {
  if (!response.body) return { text: "", bytes: 0, truncated: false };
  const { headers } = response;
  const [contentType, coding] = [headers.get("content-type"), headers.get("content-encoding")];
  const codings = response.areCodingsUndone ? [] : contentCodingsOf(coding);
  const enough = (first: Uint8Array) => (codings?.length === 0 && isUtf16(first, contentType) ? 2 * limit : limit);
  const came = await readBytes(readerOf(response.body), enough, mayBreak);
  if (codings === null) return unread(came, refusalFor("call.coding", { coding: (coding ?? "").slice(0, 60) }));
  if (codings.length === 0) return textOf(came, contentType, limit);
  const undone = await decodeContentCodings(came, codings, 2 * limit);
  return undone
    ? textOf(undone, contentType, limit)
    : unread(came, refusalFor("call.broken_coding", { coding: codings.join(", ") }));
}
