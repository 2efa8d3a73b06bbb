import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, missingFailure } from "~/failures/failure";
import { setPublicCaching } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import { readWords } from "~/i18n/words";
import { apiCatalogPath, markdownMediaType, markdownSuffix } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { forgetHomeSlug, readHomeSlug } from "../../home";
import { readVisiblePage } from "../../see";
import { type PageRenderContext, pageEtagOf, pageRenderContextOf } from "../../views/frame/scene";
import { movedCacheSeconds, staleCopyHeaders } from "../../views/frame/show";
import { crossOriginHeaders, publicFormatResponse } from "../public-answer";
import { drawMarkdown, type MarkdownDocument } from "./markdown-draw";
import { joinMarkdownBlocks } from "./markdown-parts";
import { type MarkdownTarget, markdownTargetOf } from "./markdown-target";

const mediaType = `${markdownMediaType}; charset=utf-8`;
/** Incremented when the rendering changes while the document does not. */
const renderingVersion = 1;

/** Request headers on which the forms of one address depend, as the HTML names them. */
const negotiatedVary = "Accept, Accept-Language, Cookie";

/** Returns the ETag of the HTML under another name, because both change together; null for what must not be kept. */
const markdownEtagOf = (scene: PageRenderContext): string | null =>
  pageEtagOf(scene)?.replace('W/"', `W/"md${renderingVersion}-`) ?? null;

/** Names the page for people, and the list of APIs (RFC 9727 §3). */
const linkHeader = ({ page }: PageRenderContext, path: string): string => {
  const { url } = page.snapshot.page;
  return `<${encodeURI(url)}${path}>; rel="canonical"; type="text/html", <${new URL(url).origin}${apiCatalogPath}>; rel="api-catalog"`;
};

/** Responds with what is rendered from live rows, is a copy, or is private, so that no cache may keep it. */
function unkeptResponse(
  request: Request,
  scene: PageRenderContext,
  document: MarkdownDocument,
  body: string,
): Response {
  const { status = 200 } = document;
  const open = scene.page.isPrivate ? {} : crossOriginHeaders;
  const headers = new Headers({ ...open, ...staleCopyHeaders(scene), "content-type": mediaType });
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

function documentResponse(
  request: Request,
  scene: PageRenderContext,
  document: MarkdownDocument,
  target: MarkdownTarget,
): Response {
  const body = `${joinMarkdownBlocks(document.blocks)}\n`;
  const etag = document.live ? null : markdownEtagOf(scene);
  const response =
    etag === null
      ? unkeptResponse(request, scene, document, body)
      : publicFormatResponse(request, { type: mediaType, etag, staleSince: null, body: () => body });
  const { headers } = response;
  if (scene.page.snapshot.page.noindex || document.noindex) headers.set("x-robots-tag", "noindex");
  if (!target.isFile) headers.set("vary", negotiatedVary);
  headers.set("link", linkHeader(scene, document.path ?? target.path));
  return response;
}

function movedResponse({ frame, page }: PageRenderContext, path: string, { isFile }: MarkdownTarget): Response {
  const location = `${frame.prefix}${path}${isFile ? markdownSuffix : ""}`;
  const headers = { location, ...(isFile ? {} : { vary: negotiatedVary }) };
  const answer = new Response(null, { status: 301, headers });
  return page.isPrivate ? answer : setPublicCaching(answer, movedCacheSeconds);
}

interface MarkdownRequest {
  request: Request;
  ctx: Ctx;
  hostPage: boolean;
  target: MarkdownTarget;
}

async function pageResponse({ request, ctx, hostPage, target }: MarkdownRequest, slug: string): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const words = await readWords(ctx, seen.value.snapshot.page.language);
  const reader = { language: null, timeZone: null, theme: null };
  const scene = pageRenderContextOf(seen.value, words, { now: ctx.now(), hostPage, reader });
  const drawn = await drawMarkdown({ request, ctx, target, scene });
  if ("failure" in drawn) return problemOf(drawn.failure);
  if ("movedTo" in drawn) return movedResponse(scene, drawn.movedTo, target);
  return documentResponse(request, scene, drawn, target);
}

/** Responds with the page shown at `/`. If that page has moved, reads the operator's choice once more. */
async function homeResponse(asked: MarkdownRequest): Promise<Response> {
  const { ctx } = asked;
  const home = await readHomeSlug(ctx);
  if (!home.ok) return problemResponse(home.failure, ctx.requestId, crossOriginHeaders);
  if (home.value === null) return problemResponse(missingFailure.failure, ctx.requestId, crossOriginHeaders);
  const response = await pageResponse(asked, home.value);
  return response.status === 404 && forgetHomeSlug(ctx) ? homeResponse(asked) : response;
}

/**
 * Responds with a public page as Markdown (RFC 7763, CommonMark 0.31.2), in the page's language and time zone: for
 * `Accept: text/markdown`, and at the same path with `.md`. It reads the same as the HTML and follows its rules: an
 * unknown page and a private page get the same 404, and an unknown state is never shown as operational.
 */
export async function markdownPageResponse(request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const target = markdownTargetOf(url.pathname);
  if (!target) return problemOf(missingFailure.failure);
  const asked = { request, ctx, hostPage, target };
  return target.slug === null ? homeResponse(asked) : pageResponse(asked, target.slug);
}
