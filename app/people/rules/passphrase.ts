/** Letters that are not confused in handwriting (Crockford): no i, l, o, u. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const bases = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const passphraseChars = 20;

const grouped = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, "$1-");

/**
 * Returns the passphrase that a random token in base64url (256 bits) gives: five groups of four letters, 100 bits. Each
 * character of the token gives five of its six bits, so that all are equally likely.
 */
export function passphraseFromToken(token: string): string {
  const drawn = [...token].slice(0, passphraseChars).map((letter) => letters[bases.indexOf(letter) % letters.length]);
  return grouped(drawn.join(""));
}

/** Reads a typed passphrase, tolerating capitals, other separators, o for 0, l and i for 1. */
export function normalisePassphrase(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return grouped(plain.replaceAll("o", "0").replaceAll(/[il]/g, "1").slice(0, 100));
}
