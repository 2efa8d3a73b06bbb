import { ulid } from "ulid";

const chance = (): number => {
  const bytes = new Uint32Array(1);
  crypto.getRandomValues(bytes);
  return (bytes[0] ?? 0) / 2 ** 32;
};

/** Sortable random text: 48 bits of time, 80 of chance, lower case. */
export const newId = (now: number): string => ulid(now, chance).toLowerCase();

/** 256 random bits in base64url without padding: sessions, API tokens, ingest addresses. */
export function newToken(): string {
  const bytes = new Uint8Array(32);
  crypto.getRandomValues(bytes);
  return encodeBase64Url(bytes);
}

/** A random UUID (RFC 9562, version 4), as the clients of Healthchecks insist on. */
export const newUuid = (): string => crypto.randomUUID();

export const jitter = (): number => chance();

export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
