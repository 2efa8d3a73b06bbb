/** Returns a text's hash of 32 bits (FNV-1a): quick, but unsafe for secrets. */
export function fnvHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
