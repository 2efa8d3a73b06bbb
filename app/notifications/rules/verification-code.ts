import { hourMs } from "~/time/durations";

/** Characters of a code, without those that are easily confused: no 0, 1, I, L, O, U. */
const signs = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeChars = 8;

/** Time for which a code is valid, in ms. */
export const verificationCodeLifetimeMs = hourMs;

/**
 * Returns eight characters in two groups, some 39 bits, too many to guess within the hour. `random` needs at least as
 * many random bytes.
 */
export function verificationCode(random: Uint8Array): string {
  const made = [...random.slice(0, codeChars)].map((byte) => signs[byte % signs.length]).join("");
  return `${made.slice(0, 4)}-${made.slice(4)}`;
}

/** Returns a typed code in its normal form: people type small letters and blanks, and omit the dash. */
export const normaliseTypedCode = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
