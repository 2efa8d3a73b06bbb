import type { Failure } from "~/failures/failure";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import type { RawRequest } from "~/sources/contract/decode";
import { maxStoredBodyBytes } from "~/sources/rules/replay";
import { mediaTypeOf } from "~/text/media-type";
import { toStorableText } from "./rules/signal-limits";

/** Headers that a delivery's row keeps for every kind of source; none of them authenticates the sender. */
const keptHeaders = ["content-type", "content-length", "user-agent", "webhook-id", "webhook-timestamp"];

const maxHeaders = 40;

const isKept = (name: string, patterns: readonly string[]) =>
  patterns.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));

function shown(fields: URLSearchParams, hidden: readonly string[]): string {
  const kept = [...fields].filter(([name]) => !hidden.includes(name));
  return String(new URLSearchParams(kept));
}

/** True when the body is a form, so that the fields that authenticate the sender can be left out. */
const isForm = ({ headers }: RawRequest) =>
  mediaTypeOf(headers.get("content-type")) === "application/x-www-form-urlencoded";

function headersOf({ headers, method, query, path }: RawRequest, { keptHeaders: own, hiddenFields }: AnySourceAdapter) {
  const kept = [...headers].filter(([name]) => isKept(name, [...keptHeaders, ...own])).slice(0, maxHeaders);
  const line = [
    [":method", method === "POST" ? "" : method],
    [":path", path],
    [":query", shown(query, hiddenFields)],
  ];
  const all = [...kept, ...line.filter(([, value]) => value !== "")];
  return Object.fromEntries(all.map(([name, value = ""]) => [name, toStorableText(value).slice(0, 2048)]));
}

const refusedReadings = ["unreadable", "bad_dedup_key", "too_many_alerts"];

/**
 * True when a refused delivery keeps its body: its sender was verified and only the reading failed, so it can be read
 * again.
 */
export const mayKeepRefusedBody = (failure: Failure): boolean =>
  failure.name === "invalid" && refusedReadings.includes(failure.code ?? "");

/** Returns the part of a request that its delivery's row keeps: headers, and the first 64 KB of the body. */
export function requestPartsToStore(
  raw: RawRequest,
  adapter: AnySourceAdapter,
): { headers: Record<string, string>; body: string } {
  const text = new TextDecoder().decode(raw.rawBody.subarray(0, maxStoredBodyBytes));
  const { hiddenFields } = adapter;
  const body = isForm(raw) && hiddenFields.length > 0 ? shown(new URLSearchParams(text), hiddenFields) : text;
  return { headers: headersOf(raw, adapter), body: toStorableText(body) };
}

const encoder = new TextEncoder();

/** Rebuilds the request from what was kept. */
export function rawRequestFromStored({ headers, body }: { headers: Record<string, string>; body: string }): RawRequest {
  const sent = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  return {
    method: headers[":method"] ?? "POST",
    headers: new Headers(sent.filter(([, value]) => /^[\t\u0020-\u00ff]*$/.test(value))),
    query: new URLSearchParams(headers[":query"] ?? ""),
    rawBody: encoder.encode(body),
    path: headers[":path"] ?? "",
  };
}
