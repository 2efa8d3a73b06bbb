/** By the mark at its beginning (Encoding Standard, "BOM sniff"): some write JSON in UTF-16; all else is UTF-8. */
function decoderOf(beginning: Uint8Array): TextDecoder {
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder(beginning[0] === 0xff && beginning[1] === 0xfe ? "utf-16le" : "utf-8");
}

/** workerd has a call of its own for the standard's `min`. */
type Reader = ReadableStreamBYOBReader & {
  readAtLeast?(least: number, view: Uint8Array): Promise<ReadableStreamReadResult<Uint8Array>>;
};

/**
 * So many bytes, or fewer where it ends before: in one turn of ours, however small the parts are in which they come. A turn
 * for each byte would hold up everybody else's for seconds.
 */
function fill(reader: Reader, size: number): Promise<ReadableStreamReadResult<Uint8Array>> {
  const view = new Uint8Array(size);
  return reader.readAtLeast ? reader.readAtLeast(size, view) : reader.read(view, { min: size });
}

/**
 * Reads at most `limit` bytes, of UTF-16 twice that for as many letters, and leaves the rest unread: neither an endless nor
 * a dripping body holds us.
 */
export async function readSome(
  response: Pick<Response, "body">,
  limit: number,
): Promise<{ text: string; bytes: number; truncated: boolean }> {
  const reader = response.body?.getReader({ mode: "byob" });
  if (!reader) return { text: "", bytes: 0, truncated: false };
  let decoder: TextDecoder | null = null;
  let [text, size, most] = ["", 0, limit];
  while (size < most) {
    const { done, value } = await fill(reader, most - size);
    decoder ??= decoderOf(value ?? new Uint8Array());
    if (decoder.encoding !== "utf-8") most = 2 * limit;
    size += value?.byteLength ?? 0;
    text += decoder.decode(value, { stream: true });
    if (done) return { text: text + decoder.decode(), bytes: size, truncated: false };
  }
  await reader.cancel().catch(() => undefined);
  return { text, bytes: size, truncated: true };
}
