import { joinedBytes } from "~/text/joined-bytes";

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const textBytes = (text: string): Bytes => encoder.encode(text);

/** Returns the decoded bytes. Throws when the text is not base64url. */
export const bytesOf = (base64Url: string): Bytes =>
  Uint8Array.from(atob(base64Url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export const base64UrlOf = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const joinBytes = (...parts: readonly Bytes[]): Bytes => joinedBytes(parts);
