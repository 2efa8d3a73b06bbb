import { keyringOf } from "~/auth/keyring";
import { atom } from "~/feeds/atom";
import { type Feed, feedOf } from "~/feeds/feed";
import { rss } from "~/feeds/rss";
import { problemResponse } from "~/http/problem";
import { dates } from "~/i18n/dates";
import { outdatedSentence } from "~/i18n/outdated-words";
import { words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Failure } from "~/rules/basics/failure";
import { type FeedFormat, feedTypes } from "~/rules/pages/page-links";
import type { RecentDocument, RecentView } from "~/rules/snapshot/recent-document";
import { viewRecent } from "~/usecases/published/view";
import { type AskedPlace, askedPlace, componentAsked } from "./asked-place";
import { feedWords } from "./feed-words";
import { answerPublic, crossOrigin } from "./public-answer";

interface Asked extends AskedPlace {
  format: FeedFormat;
}

const writers: Record<FeedFormat, (feed: Feed) => string> = { atom, rss };

function askedOf(pathname: string): Asked | null {
  const path = /^\/([^/]+)\/(?:components\/([^/]+)\/feed|feed|history)\.(atom|rss)$/.exec(pathname);
  if (!path) return null;
  const [, slug = "", component, format] = path;
  const place = askedPlace(slug, component);
  return place && { ...place, format: format as FeedFormat };
}

/** Grows when the rendering changes while the document does not. */
const rendering = 1;

function etagOf({ recent, behindSince }: RecentView, { format, componentId = "" }: Asked): string {
  const { revision, builtAt, page } = recent;
  const parts = [revision, builtAt, behindSince ?? 0].map((part) => part.toString(36));
  return `W/"${format}${rendering}-${parts.join("-")}-${words(page.language).language}-${encodeURIComponent(componentId)}"`;
}

function noteOf({ recent, behindSince }: RecentView): Pick<Feed, "note"> {
  if (behindSince === null) return {};
  const spoken = words(recent.page.language);
  const time = `${dates(spoken.language, "Etc/UTC").instant(behindSince)} UTC`;
  return { note: outdatedSentence(spoken, { since: behindSince, cause: "behind" }, time) };
}

function fileOf(
  view: RecentView,
  { format }: Asked,
  component: RecentDocument["components"][number] | undefined,
): string {
  const { recent } = view;
  const feed = feedOf(recent, feedWords(recent.page.language), format, component);
  return writers[format]({ ...feed, ...noteOf(view) });
}

/**
 * `/:page/feed.atom` and `.rss` (also as `history.…`, where Statuspage has them), and those of a component. An unknown
 * component, an unknown page and a private one are the same 404; 503 when the database is away and there is no copy.
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
  const component = componentAsked(recent, asked);
  if (component === null) return problemOf({ name: "missing" });
  return answerPublic(request, {
    type: `${feedTypes[asked.format]}; charset=utf-8`,
    etag: etagOf(view.value, asked),
    // What is said of being behind has no instant of its own.
    ...(behindSince === null ? { lastModified: recent.builtAt } : {}),
    staleSince,
    isPrivate,
    noindex: recent.page.noindex,
    body: () => fileOf(view.value, asked, component),
  });
}
