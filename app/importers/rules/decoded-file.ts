/** Encodings of a file that is none of UTF-8; each is named in the preview. */
export type FileEncoding = "utf-16le" | "utf-16be" | "windows-1252";

interface DecodedFile {
  text: string;
  /** Null = UTF-8. */
  encoding: FileEncoding | null;
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

/** Returns what a file’s first bytes say of its encoding. */
function markedEncoding([first, second]: Uint8Array): FileEncoding | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a file as spreadsheets save it: as UTF-8, as UTF-16 that is marked so, else as Windows-1252. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const marked = markedEncoding(bytes);
  const text = marked === null ? utf8Text(bytes) : null;
  if (text !== null) return { text: withoutMark(text), encoding: null };
  const encoding = marked ?? "windows-1252";
  return { text: withoutMark(new TextDecoder(encoding).decode(bytes)), encoding };
}
