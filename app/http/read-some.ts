/** By the mark at its beginning (Encoding Standard, "BOM sniff"): some write JSON in UTF-16; all else is UTF-8. */
function decoderOf(beginning: Uint8Array): TextDecoder {
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder(beginning[0] === 0xff && beginning[1] === 0xfe ? "utf-16le" : "utf-8");
}

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

/**
 * Reads at most `limit` bytes, of UTF-16 twice that for as many letters, and leaves the rest unread: neither an endless nor
 * a dripping body holds us. Of one that `mayBreak` it answers what had come until then.
 */
export async function readSome(
  response: Pick<Response, "body">,
  limit: number,
  { mayBreak = false }: { mayBreak?: boolean | undefined } = {},
): Promise<{ text: string; bytes: number; truncated: boolean }> {
  if (!response.body) return { text: "", bytes: 0, truncated: false };
  const reader = readerOf(response.body);
  let decoder: TextDecoder | null = null;
  let [text, size, most] = ["", 0, limit];
  while (size < most) {
    const part = await reader.next(most - size).catch((error) => {
      if (mayBreak) return null;
      throw error;
    });
    if (part === null) return { text, bytes: size, truncated: true };
    const { done, value = new Uint8Array() } = part;
    decoder ??= decoderOf(value);
    if (decoder.encoding !== "utf-8") most = 2 * limit;
    const fitting = value.subarray(0, most - size);
    size += fitting.byteLength;
    text += decoder.decode(fitting, { stream: true });
    if (done) return { text: text + decoder.decode(), bytes: size, truncated: false };
  }
  await reader.cancel().catch(() => undefined);
  return { text, bytes: size, truncated: true };
}
