/** Crockford's: no letter looks like a digit, none spells an unwanted word. 32 = 5 bits each. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeChars = 8;

/** Returns 40 bits of a random hash (hex, ≥ 16 digits) as the 8 characters that a person types. */
export function signInCodeFromHash(hex: string): string {
  let bits = BigInt(`0x${hex.slice(0, 16)}`);
  let code = "";
  for (let at = 0; at < codeChars; at++) {
    code = `${alphabet[Number(bits % 32n)]}${code}`;
    bits /= 32n;
  }
  return code;
}

const alike: Record<string, string> = { O: "0", I: "1", L: "1" };

/** Returns the code that was typed: any case, with dashes, spaces, or letters that look alike; null when it is none. */
export function parseSignInCode(typed: string): string | null {
  if (typed.length > 64) return null;
  const bare = typed.toUpperCase().replaceAll(/[\s\-‐‑–]/g, "");
  const code = [...bare].map((letter) => alike[letter] ?? letter).join("");
  return code.length === codeChars && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}
