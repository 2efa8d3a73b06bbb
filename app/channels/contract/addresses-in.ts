/** Characters that an address of any kind may contain, without those that a markup dialect reads inside code. */
const run = /[\p{L}\p{N}\p{M}._~:/?%=&+,;@#-]+/gu;

/** An address: a name with dots that ends in letters, four numbers, or anything with a scheme. */
const address =
  /[\p{L}\p{N}]\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}]|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}-]+|\d\.\d+\.\d+\.\d|:\/\//u;

export interface TextSegment {
  text: string;
  isAddress: boolean;
}

/**
 * Splits a text into addresses, which people might copy and a chat might turn into links, and the text between them.
 * The joined pieces are the text.
 */
export function splitTextAtAddresses(text: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let end = 0;
  for (const found of text.matchAll(run)) {
    const [before = ""] = /^[^\p{L}\p{N}]*/u.exec(found[0]) ?? [];
    const name = found[0].slice(before.length).replace(/(?<=[\p{L}\p{N}\p{M}/])[^\p{L}\p{N}\p{M}/]+$/u, "");
    if (!address.test(name)) continue;
    const begin = found.index + before.length;
    if (begin > end) pieces.push({ text: text.slice(end, begin), isAddress: false });
    pieces.push({ text: name, isAddress: true });
    end = begin + name.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isAddress: false });
  return pieces;
}
