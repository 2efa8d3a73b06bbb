import { readerKeyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { type PageOrComponentPath, parsePageOrComponentPath } from "~/http/asked-place";
import { problemResponse } from "~/http/problem";
import { dateFormats } from "~/i18n/dates";
import { outdatedSentence } from "~/i18n/outdated-words";
import { readWords, type Words } from "~/i18n/words";
import { type FeedFormat, feedMediaTypeByFormat } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { atomFeedXml } from "../formats/atom";
import { type FeedContent, feedContentOf } from "../formats/feed";
import { rssFeedXml } from "../formats/rss";
import { findRequestedComponent } from "../rules/foreign-ids";
import type { RecentDocument, RecentDocumentView } from "../rules/recent-document";
import { readRecentDocumentView } from "../view-page";
import { feedWords } from "./feed-words";
import { crossOriginHeaders, lastModifiedDate, publicFormatResponse } from "./public-answer";

interface FeedRequest extends PageOrComponentPath {
  format: FeedFormat;
}

const writers: Record<FeedFormat, (feed: FeedContent) => string> = { atom: atomFeedXml, rss: rssFeedXml };

function askedOf(pathname: string): FeedRequest | null {
  const path = /^\/([^/]+)\/(?:components\/([^/]+)\/feed|feed|history)\.(atom|rss)$/.exec(pathname);
  if (!path) return null;
  const [, slug = "", component, format] = path;
  const place = parsePageOrComponentPath(slug, component);
  return place && { ...place, format: format as FeedFormat };
}

/** Incremented when the rendering changes while the document does not. */
const renderingVersion = 3;

/** The page's documents, with the words of its language. */
type TranslatedRecentView = RecentDocumentView & { words: Words };

function etagOf(
  { recent, behindSince, words }: TranslatedRecentView,
  { format, componentId = "" }: FeedRequest,
): string {
  const { page, revision, builtAt } = recent;
  const parts = [revision, builtAt, behindSince ?? 0].map((part) => part.toString(36));
  return `W/"${format}${renderingVersion}-${page.slug}-${parts.join("-")}-${words.language}-${encodeURIComponent(componentId)}"`;
}

function noteOf({ behindSince, words }: TranslatedRecentView): Pick<FeedContent, "note"> {
  if (behindSince === null) return {};
  const time = `${dateFormats(words.language, "Etc/UTC").instant(behindSince)} UTC`;
  return { note: outdatedSentence(words, { since: behindSince, cause: "behind" }, time) };
}

function fileOf(
  view: TranslatedRecentView,
  { format }: FeedRequest,
  component: RecentDocument["components"][number] | undefined,
): string {
  const { recent, words } = view;
  const feed = feedContentOf(recent, feedWords(words), format, component);
  return writers[format]({ ...feed, ...noteOf(view) });
}

/**
 * Responds to `/:page/feed.atom` and `.rss` (also as `history.…`, Statuspage's name), and to those of a component. An
 * unknown component, an unknown page and a private page get the same 404; 503 when the database is away and there is no
 * copy.
 */
export async function feedResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const asked = askedOf(url.pathname);
  if (!asked) return problemOf({ name: "missing" });
  const view = await readRecentDocumentView(ctx, { slug: asked.slug }, readerKeyringOf(request, ctx.config.origin));
  if (!view.ok) return problemOf(view.failure);
  const { recent, behindSince, staleSince, isPrivate } = view.value;
  const component = findRequestedComponent(recent, asked);
  if (component === null) return problemOf({ name: "missing" });
  const spoken = { ...view.value, words: await readWords(ctx, recent.page.language) };
  return publicFormatResponse(request, {
    type: `${feedMediaTypeByFormat[asked.format]}; charset=utf-8`,
    etag: etagOf(spoken, asked),
    // The note that the page is behind has no time of its own, so there is no Last-Modified then.
    ...(behindSince === null ? lastModifiedDate(recent.builtAt, ctx.now()) : {}),
    staleSince,
    isPrivate,
    noindex: recent.page.noindex,
    body: () => fileOf(spoken, asked, component),
  });
}
