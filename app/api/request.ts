import { type Failure, fail, ok, type Result } from "~/failures/failure";
import { maxRequestBodyBytes, readRequestBody } from "~/http/body";
import { decodeSegment } from "~/http/decode-segment";
import { maxListDeliveryBytes } from "~/text/body-limits";
import { decodeUtf8, type JsonBounds, parseJsonBytes } from "~/text/json-text";
import { mediaTypeOf } from "~/text/media-type";
import { parseFormBody } from "./form-body";

const form = "application/x-www-form-urlencoded";
const accepted = ["application/json", form];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const notAnObject: Failure = {
  name: "malformed",
  code: "bad_json",
  detail: 'The body must be an object such as {"incident": {…}}.',
};

/** Addresses that take files and documents of an import or a configuration, larger than what a person writes. */
const documentBodyPath = /^\/api\/v1\/(?:pages\/[^/]+\/imports(?:\/[^/]+\/parts)?|configuration\/(?:plan|apply))$/;
const documentBounds: JsonBounds = { depth: 32, keys: 100_000 };

/** Reads the body, JSON or form, as an object; a request without one gives an empty object. */
async function readBodyObject(request: Request, path: string): Promise<Result<Record<string, unknown>>> {
  const isDocument = documentBodyPath.test(path);
  const body = await readRequestBody(request, isDocument ? maxListDeliveryBytes : maxRequestBodyBytes);
  if (!body.ok) return body;
  if (body.value.length === 0) return ok({});
  const type = mediaTypeOf(request.headers.get("content-type"));
  if (!accepted.includes(type)) return fail({ name: "unsupported", code: "unsupported", accepted });
  if (type !== form) {
    const parsed = isDocument ? parseJsonBytes(body.value, documentBounds) : parseJsonBytes(body.value);
    if (!parsed.ok) return parsed;
    return isRecord(parsed.value) ? ok(parsed.value) : fail(notAnObject);
  }
  const text = decodeUtf8(body.value);
  return text.ok ? ok(parseFormBody(text.value)) : text;
}

/** Removes the `.json` that Statuspage's clients append. */
const plainPath = (pathname: string): string => pathname.replace(/\.json$/, "").replace(/\/$/, "");

/** Returns the page that an address of the API names by id or slug; null = none. */
export function pageNameInPath(pathname: string): string | null {
  const named = /^\/api\/v1\/pages\/([^/]+)/.exec(plainPath(pathname))?.[1];
  return named === undefined ? null : decodeSegment(named);
}

/** A request in the form that the routes take: no `.json` after the path, the body always JSON. */
export interface NormalisedRequest {
  request: Request;
  body: Record<string, unknown>;
}

const hasBody = (method: string) => method === "POST" || method === "PUT" || method === "PATCH";

export async function normaliseApiRequest(request: Request): Promise<Result<NormalisedRequest>> {
  const url = new URL(request.url);
  if (!url.pathname.endsWith("openapi.json")) url.pathname = plainPath(url.pathname);
  if (!hasBody(request.method)) {
    return ok({ request: new Request(url, { method: request.method, headers: request.headers }), body: {} });
  }
  const body = await readBodyObject(request, url.pathname);
  if (!body.ok) return body;
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const init = { method: request.method, headers, body: JSON.stringify(body.value) };
  return ok({ request: new Request(url, init), body: body.value });
}
