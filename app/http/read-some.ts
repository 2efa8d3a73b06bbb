import { said } from "~/failures/refusal";
import type { UnreadText } from "~/platform/outbound";
import { type Charset, charsetOf, isUtf16 } from "~/text/charset";
import { codingsOf, type Undone, undoCodings } from "./content-coding";
import type { Answered } from "./follow";

type Part = { done: boolean; value?: Uint8Array | undefined };

interface Reader {
  next(size: number): Promise<Part>;
  cancel(): Promise<void>;
}

/** workerd's own call. Node's `min` throws where the stream has ended before. */
type Gathering = ReadableStreamBYOBReader & { readAtLeast(least: number, view: Uint8Array): Promise<Part> };

const gathers = () => "readAtLeast" in ReadableStreamBYOBReader.prototype;

/**
 * What comes over a network is gathered by workerd, in one turn of ours however small its parts are: a turn for each byte
 * would hold up everybody else's for seconds. In Node, and of a stream that script has made, the parts come as they are.
 */
function readerOf(body: ReadableStream<Uint8Array>): Reader {
  try {
    if (gathers()) {
      const reader = body.getReader({ mode: "byob" }) as Gathering;
      return { next: (size) => reader.readAtLeast(size, new Uint8Array(size)), cancel: () => reader.cancel() };
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const reader = body.getReader();
  return { next: () => reader.read(), cancel: () => reader.cancel() };
}

/** Of UTF-16 twice as many bytes are read for as many letters. */
const bytesFor = (limit: number, { name }: Charset) => (name.startsWith("utf-16") ? 2 * limit : limit);

/** The bytes of a body until there are enough; of one that `mayBreak` those that had come until then. */
async function readBytes(reader: Reader, enough: (first: Uint8Array) => number, mayBreak: boolean): Promise<Undone> {
  const parts: Uint8Array[] = [];
  let [size, most] = [0, enough(new Uint8Array())];
  const all = (truncated: boolean): Undone => ({
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

export interface ReadBody {
  text: string;
  /** So many were read, once its codings were undone. */
  bytes: number;
  truncated: boolean;
  unread?: UnreadText;
}

const unread = ({ bytes, truncated }: Undone, why: UnreadText["why"]): ReadBody => ({
  text: "",
  bytes: bytes.byteLength,
  truncated,
  unread: { why, ascii: false },
});

/** What bytes say as text, in the charset that is found. */
function textOf({ bytes, truncated }: Undone, contentType: string | null, limit: number): ReadBody {
  const charset = charsetOf(bytes, contentType);
  const read = bytes.subarray(0, bytesFor(limit, charset));
  const isCut = truncated || read.byteLength < bytes.byteLength;
  if (!charset.isAsciiRead) return unread({ bytes: read, truncated: isCut }, said("call.charset"));
  const text = new TextDecoder(charset.name).decode(read, { stream: isCut });
  const found = { text, bytes: read.byteLength, truncated: isCut };
  return charset.isGuessed ? { ...found, unread: { why: said("call.charset"), ascii: true } } : found;
}

/**
 * Reads at most `limit` bytes, of UTF-16 twice that for as many letters, and leaves the rest unread: neither an endless nor
 * a dripping body holds us, nor one that a few bytes stand for. Of one that `mayBreak` it answers what had come until then.
 */
export async function readSome(
  response: Pick<Answered, "body" | "headers" | "areCodingsUndone">,
  limit: number,
  { mayBreak = false }: { mayBreak?: boolean | undefined } = {},
): Promise<ReadBody> {
  if (!response.body) return { text: "", bytes: 0, truncated: false };
  const { headers } = response;
  const [contentType, coding] = [headers.get("content-type"), headers.get("content-encoding")];
  const codings = response.areCodingsUndone ? [] : codingsOf(coding);
  const enough = (first: Uint8Array) => (codings?.length === 0 && isUtf16(first, contentType) ? 2 * limit : limit);
  const came = await readBytes(readerOf(response.body), enough, mayBreak);
  if (codings === null) return unread(came, said("call.coding", { coding: (coding ?? "").slice(0, 60) }));
  if (codings.length === 0) return textOf(came, contentType, limit);
  const undone = await undoCodings(came, codings, 2 * limit);
  return undone
    ? textOf(undone, contentType, limit)
    : unread(came, said("call.broken_coding", { coding: codings.join(", ") }));
}
