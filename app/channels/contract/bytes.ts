import { concatBytes } from "~/text/joined-bytes";

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const utf8Bytes = (text: string): Bytes => encoder.encode(text);

/** Returns the decoded bytes. Throws when the text is not base64url. */
export const base64UrlToBytes = (base64Url: string): Bytes =>
  Uint8Array.from(atob(base64Url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export const bytesToBase64Url = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const joinBytes = (...parts: readonly Bytes[]): Bytes => concatBytes(parts);
