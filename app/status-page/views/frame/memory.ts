import type { ReaderSettings } from "~/http/reader";
import { findCachedWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { RecentMap, registerIsolateCache } from "~/platform/isolate";
import { findCachedHomeSlug } from "../../home";
import { findCachedVisiblePage } from "../../see";
import { isReloadChosen } from "../parts/as-of-note";
import { isComponentSearchUrl } from "../parts/search";
import { printedPageResponse, type RenderedPublicPage } from "./respond";
import { type PageRenderContext, pageEtagOf, pageRenderContextOf, readerLanguageOf, renderContextKey } from "./scene";
import { unchangedResponse } from "./unchanged-response";

/** Limit for all of them together: an isolate has 128 MB, and zones and languages are many. */
const maxCachedBytes = 10_000_000;
const kept = registerIsolateCache(
  new RecentMap<string, RenderedPublicPage>({
    entries: 200,
    bytes: maxCachedBytes,
    weigh: ({ html }) => html.byteLength,
  }),
);

const keyOf = ({ page, frame }: PageRenderContext) => `${page.snapshot.page.slug} ${renderContextKey(frame)}`;

/** Keeps the front page as printed, for readers with the same settings. The oldest is dropped. */
export function cachePrintedPage(scene: PageRenderContext, printed: RenderedPublicPage): void {
  if (printed.etag !== null) kept.set(keyOf(scene), printed);
}

export interface FrontPageRequest {
  ctx: Ctx;
  /** The path as routed: on a page's own host with `/<slug>` in front. Of the query only the search matters. */
  pathname: string;
  hostPage: boolean;
  reader: ReaderSettings;
}

function slugAsked({ ctx, pathname }: FrontPageRequest): string | null {
  if (pathname === "/") return findCachedHomeSlug(ctx) ?? null;
  return /^\/([a-z0-9][a-z0-9-]*)$/.exec(pathname)?.[1] ?? null;
}

/**
 * Returns a front page that was printed before, when this isolate read its document within the last second and
 * everything else that the rendering depends on is the same. Null = render it.
 */
export function findCachedFrontPageResponse(request: Request, asked: FrontPageRequest): Response | null {
  if (
    (request.method !== "GET" && request.method !== "HEAD") ||
    isComponentSearchUrl(request.url) ||
    isReloadChosen(request.url)
  )
    return null;
  const slug = slugAsked(asked);
  const now = asked.ctx.now();
  const page = slug === null ? null : findCachedVisiblePage({ slug }, now);
  if (!page) return null;
  const words = findCachedWords(asked.ctx, readerLanguageOf(page, asked.reader), "front");
  if (!words) return null;
  const scene = pageRenderContextOf(page, words, { now, hostPage: asked.hostPage, reader: asked.reader });
  const same = unchangedResponse(request, scene);
  if (same) return same;
  const printed = kept.get(keyOf(scene));
  return printed && printed.etag === pageEtagOf(scene) ? printedPageResponse(request, printed) : null;
}
