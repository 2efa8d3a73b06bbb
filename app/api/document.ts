import { allowInlineStyles } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";

/**
 * A document about the API: its path below the API's base, its media type, and the file beside the worker that contains
 * it.
 */
interface ApiDocumentPlace {
  type: string;
  file: string;
}

export const apiDocumentFileByPath = {
  "/openapi.json": { type: "application/json", file: "/api-documents/openapi.json" },
  "/docs": { type: "text/html; charset=utf-8", file: "/api-documents/docs.json" },
} as const satisfies Record<string, ApiDocumentPlace>;

export type ApiDocumentPath = keyof typeof apiDocumentFileByPath;

export interface ApiDocument {
  /** The whole document, with `documentOrigin` in the place of the deployment's origin. */
  text: string;
  /** Hashes of its inline styles, for its policy. */
  styles: readonly string[];
}

/** Origin in documents that are made once for all deployments. */
export const documentOrigin = "https://origin.invalid";

/** Returns undefined when the file cannot be read now. */
export const readApiDocumentFile = async (path: ApiDocumentPath, { files }: Ctx): Promise<ApiDocument | undefined> =>
  (await files.read(apiDocumentFileByPath[path].file)) as ApiDocument | undefined;

const retrySeconds = 10;

/** Answers with a document; `undefined` = it cannot be read now. */
export function apiDocumentResponse(path: ApiDocumentPath, document: ApiDocument | undefined, ctx: Ctx): Response {
  if (document === undefined) return problemResponse({ name: "overloaded", retryAfter: retrySeconds }, ctx.requestId);
  const text = document.text.replaceAll(documentOrigin, ctx.config.origin);
  const answer = new Response(text, { headers: { "content-type": apiDocumentFileByPath[path].type } });
  return document.styles.length > 0 ? allowInlineStyles(answer, document.styles) : answer;
}
