import { codeFromHash } from "./code-from-hash";

/** Crockford's: no letter looks like a digit, none spells an unwanted word. 32 = 5 bits each. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeChars = 8;

/** Returns 40 bits of a random hash (hex, ≥ 16 digits) as the 8 characters that a person types. */
export const signInCodeFromHash = (hex: string): string => codeFromHash(hex, { alphabet, length: codeChars });

const alike: Record<string, string> = { O: "0", I: "1", L: "1" };

/** Returns the code that was typed: any case, with dashes, spaces, or letters that look alike; null when it is none. */
export function parseSignInCode(typed: string): string | null {
  if (typed.length > 64) return null;
  const bare = typed.toUpperCase().replaceAll(/[\s\-‐‑–]/g, "");
  const code = [...bare].map((letter) => alike[letter] ?? letter).join("");
  return code.length === codeChars && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}
