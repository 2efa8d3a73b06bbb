import { keyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { type AskedPlace, askedPlace, requestedComponent } from "~/http/asked-place";
import { problemResponse } from "~/http/problem";
import { dates } from "~/i18n/dates";
import { outdatedSentence } from "~/i18n/outdated-words";
import { readWords, type Words } from "~/i18n/words";
import { type FeedFormat, feedTypes } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { atom } from "../formats/atom";
import { type FeedContent, feedOf } from "../formats/feed";
import { rss } from "../formats/rss";
import type { RecentDocument, RecentView } from "../rules/recent-document";
import { viewRecent } from "../view-page";
import { feedWords } from "./feed-words";
import { answerPublic, crossOrigin, lastModifiedDate } from "./public-answer";

interface FeedRequest extends AskedPlace {
  format: FeedFormat;
}

const writers: Record<FeedFormat, (feed: FeedContent) => string> = { atom, rss };

function askedOf(pathname: string): FeedRequest | null {
  const path = /^\/([^/]+)\/(?:components\/([^/]+)\/feed|feed|history)\.(atom|rss)$/.exec(pathname);
  if (!path) return null;
  const [, slug = "", component, format] = path;
  const place = askedPlace(slug, component);
  return place && { ...place, format: format as FeedFormat };
}

/** Incremented when the rendering changes while the document does not. */
const renderingVersion = 2;

/** The page's documents, with the words of its language. */
type SpokenView = RecentView & { words: Words };

function etagOf({ recent, behindSince, words }: SpokenView, { format, componentId = "" }: FeedRequest): string {
  const { page, revision, builtAt } = recent;
  const parts = [revision, builtAt, behindSince ?? 0].map((part) => part.toString(36));
  return `W/"${format}${renderingVersion}-${page.slug}-${parts.join("-")}-${words.language}-${encodeURIComponent(componentId)}"`;
}

function noteOf({ behindSince, words }: SpokenView): Pick<FeedContent, "note"> {
  if (behindSince === null) return {};
  const time = `${dates(words.language, "Etc/UTC").instant(behindSince)} UTC`;
  return { note: outdatedSentence(words, { since: behindSince, cause: "behind" }, time) };
}

function fileOf(
  view: SpokenView,
  { format }: FeedRequest,
  component: RecentDocument["components"][number] | undefined,
): string {
  const { recent, words } = view;
  const feed = feedOf(recent, feedWords(words), format, component);
  return writers[format]({ ...feed, ...noteOf(view) });
}

/**
 * Answers `/:page/feed.atom` and `.rss` (also as `history.…`, where Statuspage has them), and those of a component. An
 * unknown component, an unknown page and a private one get the same 404; 503 when the database is away and there is no
 * copy.
 */
export async function feeds(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOrigin);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const asked = askedOf(url.pathname);
  if (!asked) return problemOf({ name: "missing" });
  const view = await viewRecent(ctx, { slug: asked.slug }, keyringOf(request, ctx.config.origin));
  if (!view.ok) return problemOf(view.failure);
  const { recent, behindSince, staleSince, isPrivate } = view.value;
  const component = requestedComponent(recent, asked);
  if (component === null) return problemOf({ name: "missing" });
  const spoken = { ...view.value, words: await readWords(ctx, recent.page.language) };
  return answerPublic(request, {
    type: `${feedTypes[asked.format]}; charset=utf-8`,
    etag: etagOf(spoken, asked),
    // The note that the page is behind has no instant of its own, so there is no Last-Modified then.
    ...(behindSince === null ? lastModifiedDate(recent.builtAt, ctx.now()) : {}),
    staleSince,
    isPrivate,
    noindex: recent.page.noindex,
    body: () => fileOf(spoken, asked, component),
  });
}
