import { type ApiPaths, describeApiPaths } from "~/api/describe";
import { apiReferenceCss, apiReferenceHtml } from "~/api/docs";
import type { DocSchemas } from "~/api/docs-words";
import { type ApiDocument, type ApiDocumentPath, documentOrigin } from "~/api/document";
import { apiBase as base } from "~/api/environment";
import { cspStyleHash } from "~/platform/digest";
import { restApi } from "./rest-api";

const description = { openapi: "3.1.0", info: { title: "Upfront management API", version: "1" } };
const bearer = {
  type: "http" as const,
  scheme: "bearer",
  description: "An API token; `Authorization: OAuth TOKEN` is the same.",
};

/** Returns the OpenAPI 3.1 document of all routes, generated from them. */
export function openApiDocument(origin: string) {
  const api = restApi();
  const document = { ...description, servers: [{ url: `${origin}${base}` }], security: [{ token: [] }] };
  const made = api.getOpenAPI31Document(document);
  const components = { ...made.components, securitySchemes: { token: bearer } };
  return { ...made, components, paths: describeApiPaths(made.paths as unknown as ApiPaths) };
}

function printReference(origin: string): string {
  const { info, paths, components } = openApiDocument(origin);
  const schemas = (components.schemas ?? {}) as DocSchemas;
  return apiReferenceHtml({ title: info.title, base: `${origin}${base}`, paths, schemas });
}

const makers: Record<ApiDocumentPath, () => Promise<ApiDocument>> = {
  "/openapi.json": async () => ({ text: JSON.stringify(openApiDocument(documentOrigin)), styles: [] }),
  "/docs": async () => ({ text: printReference(documentOrigin), styles: [await cspStyleHash(apiReferenceCss)] }),
};

/** Makes a document for all deployments: it depends on nothing but the code. */
export const makeApiDocument = (path: ApiDocumentPath): Promise<ApiDocument> => makers[path]();
