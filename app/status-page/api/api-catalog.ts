import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, missingFailure } from "~/failures/failure";
import { setPublicCaching } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import { apiCatalogPath, oembedPath } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { apiCatalogJson, apiCatalogMediaType, type CatalogApi } from "../formats/api-catalog";
import { readHomeSlug } from "../home";
import type { SnapshotPage } from "../rules/snapshot-document";
import { readVisiblePage } from "../see";
import { crossOriginHeaders } from "./public-answer";

/** Cache time in seconds: an address moves rarely. */
const cacheSeconds = 3600;

const jsonType = "application/json";

const managementApi = (origin: string): CatalogApi => ({
  anchor: `${origin}/api/v1`,
  description: { href: `${origin}/api/v1/openapi.json`, type: jsonType },
  documentation: { href: `${origin}/api/v1/docs`, type: "text/html" },
  status: { href: `${origin}/healthz` },
});

/** Returns what anyone may read of a page: Statuspage’s JSON, and how to embed it. */
const pageApis = ({ url }: SnapshotPage): CatalogApi[] => [
  {
    anchor: `${url}/api/v2`,
    documentation: { href: `${url}/elsewhere`, type: "text/html" },
    status: { href: `${url}/api/v2/status.json`, type: jsonType },
  },
  { anchor: `${new URL(url).origin}${oembedPath}`, documentation: { href: "https://oembed.com/", type: "text/html" } },
];

function catalogResponse(request: Request, origin: string, apis: readonly CatalogApi[], isKept: boolean): Response {
  const address = `${origin}${apiCatalogPath}`;
  // RFC 9727 §2 requires the link in the response to HEAD; GET has the same headers.
  const headers = {
    ...crossOriginHeaders,
    "content-type": apiCatalogMediaType,
    link: `<${address}>; rel="api-catalog"`,
  };
  const body = request.method === "HEAD" ? null : apiCatalogJson(address, apis);
  const response = new Response(body, { headers });
  return isKept ? setPublicCaching(response, cacheSeconds) : response;
}

/** Answers for the deployment's own host: its management API, and the page that is shown at `/` if that is listed. */
async function ownCatalog(request: Request, ctx: Ctx): Promise<Response> {
  const { origin } = ctx.config;
  const home = await readHomeSlug(ctx);
  const seen = home.ok && home.value !== null ? await readVisiblePage(ctx, { slug: home.value }) : null;
  const page = seen?.ok && !seen.value.snapshot.page.noindex ? seen.value.snapshot.page : null;
  const isCertain = home.ok && (seen === null || seen.ok || seen.failure.name === "missing");
  return catalogResponse(request, origin, [managementApi(origin), ...(page ? pageApis(page) : [])], isCertain);
}

/**
 * Responds to `/.well-known/api-catalog` (RFC 9727) of the deployment's own host or of a page's host. A page that must
 * not be indexed is not listed, and its own host has no list.
 */
export async function apiCatalogResponse(request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  if (!hostPage) return ownCatalog(request, ctx);
  const slug = url.pathname.split("/")[1] ?? "";
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const { snapshot, isPrivate, staleSince } = seen.value;
  if (snapshot.page.noindex || isPrivate) return problemOf(missingFailure.failure);
  return catalogResponse(request, new URL(snapshot.page.url).origin, pageApis(snapshot.page), staleSince === null);
}
