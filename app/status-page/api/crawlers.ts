import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, missingFailure } from "~/failures/failure";
import { setPublicCaching } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import { readWords } from "~/i18n/words";
import { sitemapPath } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { sitemapXml as write } from "../formats/sitemap";
import { readHomeSlug } from "../home";
import { readVisiblePage } from "../see";
import { readRecentDocumentView } from "../view-page";
import { crossOriginHeaders, lastModifiedDate, publicFormatResponse } from "./public-answer";

const slugOf = (pathname: string) => pathname.split("/")[1] ?? "";

/** Cache time in seconds. Search engines ask about once a day. */
const cacheSeconds = 3600;

function textAnswer(request: Request, lines: readonly string[], isPrivate = false): Response {
  const body = request.method === "HEAD" ? null : `${lines.join("\n")}\n`;
  const response = new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
  return isPrivate ? response : setPublicCaching(response, cacheSeconds);
}

/**
 * Answers the deployment's own robots.txt. It lists no pages, only the sitemap of the page shown at `/`, if that is
 * known.
 */
async function ownRobots(request: Request, ctx: Ctx): Promise<Response> {
  const home = await readHomeSlug(ctx);
  const shown = home.ok && home.value !== null ? await readVisiblePage(ctx, { slug: home.value }) : null;
  const listed = shown?.ok && !shown.value.snapshot.page.noindex;
  const map = listed ? ["", `Sitemap: ${ctx.config.origin}${sitemapPath}`] : [];
  return textAnswer(request, ["User-agent: *", "Disallow: /manage", "Disallow: /api/", "Disallow: /ingest/", ...map]);
}

/**
 * Responds to `/robots.txt` (RFC 9309) of the deployment's own host or of a page's host. A page that must not be
 * indexed disallows everything.
 */
export async function robotsTxtResponse(request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> {
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads) return problemResponse({ name: "method", allow: ["GET", "HEAD"] }, ctx.requestId);
  if (!hostPage) return ownRobots(request, ctx);
  const seen = await readVisiblePage(ctx, { slug: slugOf(url.pathname) }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemResponse(seen.failure, ctx.requestId, crossOriginHeaders);
  const { page } = seen.value.snapshot;
  const closed = page.noindex || seen.value.isPrivate === true;
  const lines = closed ? ["Disallow: /"] : ["Allow: /", "", `Sitemap: ${page.url}${sitemapPath}`];
  return textAnswer(request, ["User-agent: *", ...lines], seen.value.isPrivate);
}

async function sitemapOf(request: Request, ctx: Ctx, slug: string): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  const view = await readRecentDocumentView(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!view.ok) return problemOf(view.failure);
  const { recent, staleSince, isPrivate } = view.value;
  if (recent.page.noindex) return problemOf(missingFailure.failure);
  const { language } = await readWords(ctx, recent.page.language);
  return publicFormatResponse(request, {
    type: "application/xml; charset=utf-8",
    etag: `W/"sitemap-${recent.page.slug}-${recent.revision.toString(36)}-${recent.builtAt.toString(36)}-${language}"`,
    ...lastModifiedDate(recent.builtAt, ctx.now()),
    staleSince,
    isPrivate,
    body: () => write(recent),
  });
}

/** Responds to `/:page/sitemap.xml`; `/sitemap.xml` is that of the page shown at `/`. */
export async function sitemapResponse(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  if (pathname !== sitemapPath) return sitemapOf(request, ctx, slugOf(pathname));
  const home = await readHomeSlug(ctx);
  if (!home.ok) return problemOf(home.failure);
  return home.value === null ? problemOf(missingFailure.failure) : sitemapOf(request, ctx, home.value);
}
