import { fail, ok, type Result } from "~/failures/failure";
import { parseExactJsonBytes } from "~/text/exact-json";
import { decodeUtf8 } from "~/text/json-text";
import { mediaTypeOf } from "~/text/media-type";

/** A request as it arrived, before any part of it is parsed. */
export interface RawRequest {
  method: string;
  headers: Headers;
  query: URLSearchParams;
  /** Body exactly as it arrived, because signatures are computed from these bytes. */
  rawBody: Uint8Array;
  /** Path after the source's address, or the whole path when it does not contain the address. */
  path: string;
}

export type DecodeResult = Result<unknown> | Promise<Result<unknown>>;

export const formMediaTypes = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

export const decodeJsonBody = ({ rawBody }: RawRequest): Result<unknown> => parseExactJsonBytes(rawBody);

const maxFields = 1000;

/** Returns the fields of a form or query; the last of several equal names counts. */
function fields(pairs: Iterable<[string, unknown]>): Result<Record<string, string>> {
  const texts = [...pairs].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  if (texts.length <= maxFields) return ok(Object.fromEntries(texts));
  const detail = `The form may have at most ${maxFields} fields.`;
  return fail({ name: "malformed", code: "too_complex", detail });
}

async function multipart({ rawBody, headers }: RawRequest): Promise<Result<unknown>> {
  const type = headers.get("content-type") ?? "";
  try {
    const form = await new Response(new Uint8Array(rawBody), { headers: { "content-type": type } }).formData();
    return fields(form);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail({ name: "malformed", code: "bad_form", detail: "The body is not the form that its type announces." });
  }
}

/** Decodes a form of either media type to its fields. */
export function decodeFormBody(raw: RawRequest): DecodeResult {
  if (mediaTypeOf(raw.headers.get("content-type")) === "multipart/form-data") return multipart(raw);
  const text = decodeUtf8(raw.rawBody);
  return text.ok ? fields(new URLSearchParams(text.value)) : text;
}

const isForm = (raw: RawRequest) =>
  formMediaTypes.some((type) => type === mediaTypeOf(raw.headers.get("content-type")));

/** Decodes JSON, a form or, without a body, the query, for senders whose customers choose among these. */
export function decodeJsonFormOrQuery(raw: RawRequest): DecodeResult {
  if (raw.rawBody.length === 0) return fields(raw.query);
  return isForm(raw) ? decodeFormBody(raw) : decodeJsonBody(raw);
}
