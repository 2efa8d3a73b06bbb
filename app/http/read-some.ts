/** By the mark at its beginning (Encoding Standard, "BOM sniff"): some write JSON in UTF-16; all else is UTF-8. */
function decoderOf(beginning: Uint8Array): TextDecoder {
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder(beginning[0] === 0xff && beginning[1] === 0xfe ? "utf-16le" : "utf-8");
}

/**
 * Reads at most `limit` bytes, of UTF-16 twice that for as many letters, and leaves the rest unread: neither an endless nor
 * a dripping body holds us.
 */
export async function readSome(
  response: Pick<Response, "body">,
  limit: number,
): Promise<{ text: string; bytes: number; truncated: boolean }> {
  const reader = response.body?.getReader();
  if (!reader) return { text: "", bytes: 0, truncated: false };
  let decoder: TextDecoder | null = null;
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + (decoder?.decode() ?? ""), bytes: size, truncated: false };
    decoder ??= decoderOf(value);
    const most = decoder.encoding === "utf-8" ? limit : 2 * limit;
    const part = value.subarray(0, most - size);
    size += part.byteLength;
    text += decoder.decode(part, { stream: true });
    if (size >= most) {
      await reader.cancel().catch(() => undefined);
      return { text, bytes: size, truncated: true };
    }
  }
}
