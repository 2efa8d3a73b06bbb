import { ulid } from "ulid";

/**
 * Returns a source of random numbers that draws `count` at once, because asking the platform for each costs more than
 * the rest of an id.
 */
function chances(count: number): () => number {
  const drawn = new Uint32Array(count);
  let left = 0;
  return () => {
    if (left === 0) {
      crypto.getRandomValues(drawn);
      left = count;
    }
    left -= 1;
    return (drawn[left] ?? 0) / 2 ** 32;
  };
}

/** Number of random letters in an id. */
const randomIdChars = 16;

/** Returns sortable random text: 48 bits of time, 80 random bits, lower case. */
export const newId = (now: number): string => ulid(now, chances(randomIdChars)).toLowerCase();

/** Returns 256 random bits in base64url without padding: for sessions, API tokens, ingest addresses. */
export function newToken(): string {
  const bytes = new Uint8Array(32);
  crypto.getRandomValues(bytes);
  return encodeBase64Url(bytes);
}

/** Returns a random UUID (RFC 9562, version 4), which clients of Healthchecks require. */
export const newUuid = (): string => crypto.randomUUID();

export const randomFraction = (): number => chances(1)();

export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads text from others; null when it is not base64url, by a letter or by its length. */
export function parseBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  return /^[\w-]*$/.test(text) && text.length % 4 !== 1 ? decodeBase64Url(text) : null;
}

export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
