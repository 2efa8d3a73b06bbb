/** Images of a page: its logo, another logo for dark backgrounds, and the icon of its tab. */
export const pageImageKinds = ["logo", "logo_dark", "favicon"] as const;
export type PageImageKind = (typeof pageImageKinds)[number];

/** Bytes. */
export const maxPageImageBytes = 256 * 1024;

const starts = (bytes: Uint8Array, magic: readonly number[], at = 0) =>
  magic.every((byte, index) => bytes[at + index] === byte);

const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** Constructs that may precede the root element: a declaration, comments, a document type. */
const before = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!doctype svg", ">"],
] as const;

/** True when the root element of a text is `svg`; walks in one direction only. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, "").trimStart();
  for (;;) {
    const start = rest.slice(0, 13).toLowerCase();
    const found = before.find(([opens]) => start.startsWith(opens));
    if (!found) return /^<svg[\s>/]/i.test(rest.slice(0, 5));
    const end = rest.indexOf(found[1]);
    if (end < 0) return false;
    rest = rest.slice(end + found[1].length).trimStart();
  }
}

/** Returns the media type by the first bytes, whatever the file's name; null = not supported. */
export function imageMediaTypeOf(bytes: Uint8Array): string | null {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (starts(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (starts(bytes, riff) && starts(bytes, webp, 8)) return "image/webp";
  return isSvg(new TextDecoder().decode(bytes.subarray(0, 4096))) ? "image/svg+xml" : null;
}
