import type { Reader } from "~/http/reader";
import { keptWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { keptInIsolate, RecentMap } from "~/platform/isolate";
import { homeInMemory } from "../../home";
import { seeInMemory } from "../../see";
import { isRefreshing } from "../parts/as-of-note";
import { isSearch } from "../parts/search";
import { type PrintedPage, respond } from "./respond";
import { etagOf, languageOf, readingOf, type Scene, sceneOf } from "./scene";
import { unchangedResponse } from "./unchanged-response";

/** Limit for all of them together: an isolate has 128 MB, and zones and languages are many. */
const maxCachedBytes = 10_000_000;
const kept = keptInIsolate(
  new RecentMap<string, PrintedPage>({ entries: 200, bytes: maxCachedBytes, weigh: ({ html }) => html.byteLength }),
);

const keyOf = ({ page, frame }: Scene) => `${page.snapshot.page.slug} ${readingOf(frame)}`;

/** Keeps the front page as printed, for readers with the same settings. The oldest is dropped. */
export function keep(scene: Scene, printed: PrintedPage): void {
  if (printed.etag !== null) kept.set(keyOf(scene), printed);
}

export interface PageRequest {
  ctx: Ctx;
  /** The path as routed: on a page's own host with `/<slug>` in front. Of the query only the search matters. */
  pathname: string;
  hostPage: boolean;
  reader: Reader;
}

function slugAsked({ ctx, pathname }: PageRequest): string | null {
  if (pathname === "/") return homeInMemory(ctx) ?? null;
  return /^\/([a-z0-9][a-z0-9-]*)$/.exec(pathname)?.[1] ?? null;
}

/**
 * Returns a front page that was printed before, when this isolate read its document within the last second and
 * everything else that the rendering depends on is the same. Null = render it.
 */
export function fromMemory(request: Request, asked: PageRequest): Response | null {
  if ((request.method !== "GET" && request.method !== "HEAD") || isSearch(request.url) || isRefreshing(request.url))
    return null;
  const slug = slugAsked(asked);
  const now = asked.ctx.now();
  const page = slug === null ? null : seeInMemory({ slug }, now);
  if (!page) return null;
  const words = keptWords(asked.ctx, languageOf(page, asked.reader), "front");
  if (!words) return null;
  const scene = sceneOf(page, words, { now, hostPage: asked.hostPage, reader: asked.reader });
  const same = unchangedResponse(request, scene);
  if (same) return same;
  const printed = kept.get(keyOf(scene));
  return printed && printed.etag === etagOf(scene) ? respond(request, printed) : null;
}
