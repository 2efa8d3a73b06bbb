import { ok } from "~/failures/failure";
import { decodeBase64Url, encodeBase64Url } from "~/platform/ids";
import type { IngestRequest } from "./examine";

/** A request with the hash of the token that it came with; the token itself is not stored. */
export interface InboxRequest {
  sourceId: string;
  tokenHash: string;
  /** The request; its token is empty. */
  post: IngestRequest;
}

interface InboxRequestJson {
  sourceId: string;
  tokenHash: string;
  kind?: string;
  method?: string;
  path?: string;
  query: string;
  headers: [name: string, value: string][];
  /** The body, base64url. */
  body: string;
}

/** Serialises the whole request as text, because its sender is verified again later. The text must be sealed. */
export function serialiseInboxRequest({ sourceId, tokenHash, post }: InboxRequest, body: Uint8Array): string {
  const { kind, method, path, query, headers } = post;
  const written: InboxRequestJson = {
    sourceId,
    tokenHash,
    ...(kind === undefined ? {} : { kind }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    query: String(query ?? ""),
    headers: [...headers],
    body: encodeBase64Url(body),
  };
  return JSON.stringify(written);
}

export function parseInboxRequest(text: string): InboxRequest {
  const { sourceId, tokenHash, query, headers, body, ...rest } = JSON.parse(text) as InboxRequestJson;
  const post: IngestRequest = {
    ...rest,
    token: "",
    query: new URLSearchParams(query),
    headers: new Headers(headers),
    body: ok(decodeBase64Url(body)),
  };
  return { sourceId, tokenHash, post };
}
