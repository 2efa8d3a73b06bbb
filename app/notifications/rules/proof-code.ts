/** Nothing that is read for another: no 0, 1, I, L, O, U. */
const signs = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** How long a code can be typed back, ms. */
export const proveWithin = 3600_000;

/** Eight signs in two groups, some 39 bits: nobody guesses one in its hour. `random` are as many random bytes or more. */
export function proofCode(random: Uint8Array): string {
  const made = [...random.slice(0, length)].map((byte) => signs[byte % signs.length]).join("");
  return `${made.slice(0, 4)}-${made.slice(4)}`;
}

/** As people type it: in small letters, with blanks, without the dash. */
export const typedCode = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
