import type { ApiDocument, ApiDocumentPath } from "~/api/document";
import type { Ctx } from "~/platform/ctx";

/**
 * Makes the document. A build replaces this module: it makes each once, and the worker reads a file
 * (scripts/bundle/api-documents).
 */
export async function readApiDocument(path: ApiDocumentPath, _ctx: Ctx): Promise<ApiDocument | undefined> {
  const { makeApiDocument } = await import("./api-documents");
  return makeApiDocument(path);
}
