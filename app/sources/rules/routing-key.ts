const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const keyChars = 32;

/** Returns a random token as 32 characters of base32 (160 of its bits), the form of PagerDuty's keys. */
export function routingKeyFromToken(token: string): string {
  const bytes = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
  const bits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{5}/g) ?? [];
  return letters
    .slice(0, keyChars)
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join("");
}
