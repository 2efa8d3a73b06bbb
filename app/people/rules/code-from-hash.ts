/** Returns a code of so many letters of an alphabet from a random hash (hex, ≥ 16 digits). */
export function codeFromHash(hex: string, { alphabet, length }: { alphabet: string; length: number }): string {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${hex.slice(0, 16)}`);
  let code = "";
  for (let at = 0; at < length; at++) {
    code = `${alphabet[Number(rest % base)]}${code}`;
    rest /= base;
  }
  return code;
}
