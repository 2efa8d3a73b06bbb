import { keyringOf } from "~/auth/keyring";
import { atom } from "~/feeds/atom";
import { type Feed, feedOf } from "~/feeds/feed";
import { rss } from "~/feeds/rss";
import { problemResponse } from "~/http/problem";
import { words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Failure } from "~/rules/failure";
import { type FeedFormat, feedTypes } from "~/rules/page-links";
import type { RecentDocument } from "~/rules/recent-document";
import { viewRecent } from "~/usecases/pages/view";
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

const etagOf = ({ revision, builtAt, page }: RecentDocument, { format, componentId = "" }: Asked) =>
  `W/"${format}${rendering}-${revision.toString(36)}-${builtAt.toString(36)}-${words(page.language).language}-${encodeURIComponent(componentId)}"`;

/**
 * `/:page/feed.atom` and `.rss` (also as `history.…`, where Statuspage has them), and those of a component. An unknown
 * component, an unknown page and a private one are the same 404; 503 when the database is away and there is no copy.
 */
export async function feeds(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const refuse = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOrigin);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse({ name: "method", allow: ["GET", "HEAD"] });
  const asked = askedOf(url.pathname);
  if (!asked) return refuse({ name: "missing" });
  const view = await viewRecent(ctx, { slug: asked.slug }, keyringOf(request, ctx.config.origin));
  if (!view.ok) return refuse(view.failure);
  const { recent, staleSince, isPrivate } = view.value;
  const { format } = asked;
  const component = componentAsked(recent, asked);
  if (component === null) return refuse({ name: "missing" });
  return answerPublic(request, {
    type: `${feedTypes[format]}; charset=utf-8`,
    etag: etagOf(recent, asked),
    lastModified: recent.builtAt,
    staleSince,
    isPrivate,
    noindex: recent.page.noindex,
    body: () => writers[format](feedOf(recent, feedWords(recent.page.language), format, component)),
  });
}
