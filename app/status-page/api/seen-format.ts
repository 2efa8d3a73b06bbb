import { readerKeyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { problemResponse } from "~/http/problem";
import { readWords, type Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { freshnessCacheKey, type ServedPage } from "../rules/seen-page";
import { readVisiblePage } from "../see";
import { crossOriginHeaders, publicFormatResponse } from "./public-answer";

/** One form of what a page shows now. */
export interface PageFormatContent {
  type: string;
  /** For the ETag: the form, and everything besides the page that the body depends on. */
  form: string;
  /** Request headers that the body depends on. */
  vary?: string;
  /** True when it depends on the reader's network as well. */
  ofNetwork?: boolean;
  body: () => string;
}

/**
 * Seconds for which these may be kept without revalidation, because image proxies and frames request them by the
 * thousand.
 */
const cacheSeconds = 60;
/** Incremented when a rendering changes while the document does not. */
const renderingVersion = 2;

function etagOf({ page, words }: PageWithWords, form: string): string {
  const { snapshot } = page;
  const numbers = [renderingVersion, snapshot.revision, snapshot.builtAt].map((part) => part.toString(36));
  const parts = [...numbers, freshnessCacheKey(page)];
  return `W/"${[snapshot.page.slug, encodeURIComponent(form), ...parts, words.language].join("-")}"`;
}

interface PageWithWords {
  page: ServedPage;
  words: Words;
}

export interface PageFormatRequest {
  slug: string;
  /** The reader's language; absent or null = the page's own. */
  language?: string | null;
  /** Returns null when there is nothing at the address. */
  draw(seen: PageWithWords): PageFormatContent | null;
  /**
   * Body sent instead of a problem when there is neither database nor copy. It must state that the status is unknown.
   */
  unknown?: (words: Words) => { type: string; body: string };
  /** Language of `unknown` when the page's own is not known; defaults to the reader's. */
  unknownLanguage?: string | null;
}

/**
 * Responds with one format of the page's document, from one row. An unknown page, a private page and anything that is
 * not on the page get the same 404; 503 when the database is away and there is no copy.
 */
export async function pageFormatResponse(request: Request, ctx: Ctx, asked: PageFormatRequest): Promise<Response> {
  const { slug, language = null, draw, unknown, unknownLanguage = language } = asked;
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) {
    if (seen.failure.name !== "overloaded" || !unknown) return problemOf(seen.failure);
    const { type, body } = unknown(await readWords(ctx, unknownLanguage ?? "en"));
    const headers = { ...crossOriginHeaders, "content-type": type, "retry-after": String(seen.failure.retryAfter) };
    return new Response(request.method === "HEAD" ? null : body, { status: 503, headers });
  }
  const page = seen.value;
  const spoken = { page, words: await readWords(ctx, language ?? page.snapshot.page.language) };
  const format = draw(spoken);
  if (!format) return problemOf({ name: "missing" });
  const { form, ...rest } = format;
  return publicFormatResponse(request, {
    ...rest,
    etag: etagOf(spoken, form),
    staleSince: page.staleSince,
    isPrivate: page.isPrivate,
    noindex: page.snapshot.page.noindex,
    seconds: cacheSeconds,
  });
}
