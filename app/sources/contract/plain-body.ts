import { detectCharset } from "~/text/charset";
import { mediaTypeOf } from "~/text/media-type";
import type { RawRequest } from "./decode";

const form = "application/x-www-form-urlencoded";

/** Returns true for types that are all text; parts of a form and emails declare their own charsets. */
const isText = (type: string) => type === "" || type === form || /^text\/|^application\/(?:[\w.-]+\+)?json$/.test(type);

const marks: readonly (readonly number[])[] = [
  [0xef, 0xbb, 0xbf],
  [0xfe, 0xff],
  [0xff, 0xfe],
];
const hasMark = (bytes: Uint8Array) => marks.some((mark) => mark.every((byte, at) => bytes[at] === byte));

const isJson = (bytes: Uint8Array) => /^\s*[{[]/.test(String.fromCharCode(...bytes.subarray(0, 64)));

const retyped = (raw: RawRequest, type: string, rawBody: Uint8Array): RawRequest => {
  const headers = new Headers(raw.headers);
  headers.set("content-type", type);
  return { ...raw, headers, rawBody };
};

/** Converts to UTF-8 without a byte order mark, when such a mark or the header gives another charset. */
function inUtf8(raw: RawRequest): RawRequest {
  const contentType = raw.headers.get("content-type");
  if (!hasMark(raw.rawBody) && !/charset/i.test(contentType ?? "")) return raw;
  const { name, isGuessed } = detectCharset(raw.rawBody, contentType);
  if (isGuessed || (name === "utf-8" && !hasMark(raw.rawBody))) return raw;
  const text = new TextDecoder(name).decode(raw.rawBody);
  return retyped(raw, mediaTypeOf(contentType), new TextEncoder().encode(text));
}

/**
 * Returns a request as kinds read it and as it is stored: text in UTF-8, with its true type, because curl declares
 * every post a form, JSON included, and some senders declare none. Signatures cover the original bytes.
 */
export function normaliseRequestBody(raw: RawRequest): RawRequest {
  const type = mediaTypeOf(raw.headers.get("content-type"));
  if (!isText(type)) return raw;
  const plain = inUtf8(raw);
  return (type === form || type === "") && isJson(plain.rawBody)
    ? retyped(plain, "application/json", plain.rawBody)
    : plain;
}
