import type { ReaderKeyring } from "~/access/keyring";
import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, ok, type Result } from "~/failures/failure";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { fnvHash } from "~/text/short-hash";
import {
  statuspageV2FileJson as render,
  statuspageV2EventJson as renderEvent,
  statuspageV2ListJson as renderList,
  type StatuspageV2File,
  type StatuspageV2List,
  statuspageV2Files,
  statuspageV2Lists,
} from "../formats/statuspage-v2";
import { readEventByEitherId } from "../history/event-by-id";
import { readHomeSlug } from "../home";
import { countUpdatePromises, withoutExpiredUpdatePromise } from "../rules/field";
import type { RecentDocumentView } from "../rules/recent-document";
import { freshnessCacheKey, type ServedPage } from "../rules/seen-page";
import type { Snapshot } from "../rules/snapshot-document";
import { readVisiblePage } from "../see";
import { readRecentDocumentView } from "../view-page";
import { crossOriginHeaders, publicFormatResponse } from "./public-answer";

interface StatuspageV2Request {
  slug: string;
  file: StatuspageV2File | StatuspageV2List;
  /** Set when the address has other forms as well. */
  vary?: string;
}

const isList = (file: StatuspageV2Request["file"]): file is StatuspageV2List =>
  statuspageV2Lists.some((each) => each === file);

function askedOf(pathname: string): StatuspageV2Request | null {
  const [, slug = "", name = ""] = /^\/([^/]+)\/api\/v2\/([a-z/-]+)\.json$/.exec(pathname) ?? [];
  const file = [...statuspageV2Files, ...statuspageV2Lists].find((each) => each === name);
  return file ? { slug, file } : null;
}

const etagOf = (page: ServedPage, older: RecentDocumentView | null, now: number): string => {
  const { page: about, revision, builtAt, incidents } = page.snapshot;
  const parts = [revision, builtAt, ...(older ? [older.recent.revision] : [])].map((part) => part.toString(36));
  return `W/"v2-${[about.slug, ...parts, freshnessCacheKey(page), countUpdatePromises(incidents, now)].join("-")}"`;
};

/** Returns the age of the answer, which is that of the older copy. */
const staleOf = (page: ServedPage, older: RecentDocumentView | null): number | null => {
  const stale = [page.staleSince, older?.staleSince ?? null].filter((at) => at !== null);
  return stale.length > 0 ? Math.min(...stale) : null;
};

/** Reads the older part for the lists, which show the current state of their components and so need both parts. */
async function olderOf(
  ctx: Ctx,
  { slug, file }: StatuspageV2Request,
  keys: ReaderKeyring,
): Promise<Result<RecentDocumentView | null>> {
  return isList(file) ? readRecentDocumentView(ctx, { slug }, keys) : ok(null);
}

/** Returns the document as it reads now, without promises whose time is over. */
const promised = <Document extends Pick<Snapshot, "incidents">>(document: Document, now: number): Document => ({
  ...document,
  incidents: document.incidents.map((each) => withoutExpiredUpdatePromise(each, now)),
});

interface StatuspageV2Content {
  seen: ServedPage;
  older: RecentDocumentView | null;
  now: number;
}

function answer(
  request: Request,
  { file, vary }: StatuspageV2Request,
  { seen, older, now }: StatuspageV2Content,
): Response {
  const staleSince = staleOf(seen, older);
  const tree = () => {
    const page = { ...seen, snapshot: promised(seen.snapshot, now), staleSince };
    return isList(file) ? older && renderList(page, promised(older.recent, now), file) : render(page, file);
  };
  return publicFormatResponse(request, {
    type: "application/json; charset=utf-8",
    etag: etagOf(seen, older, now),
    staleSince,
    isPrivate: seen.isPrivate,
    noindex: seen.snapshot.page.noindex,
    ...(vary === undefined ? {} : { vary }),
    body: () => JSON.stringify(tree()),
  });
}

/** Path of one incident or maintenance window, by our id or by the id that it had before it was imported. */
const eventPath = /^\/([^/]+)\/api\/v2\/incidents\/([a-z0-9]{1,64})\.json$/;

async function statuspageEvent(request: Request, ctx: Ctx, slug: string, id: string): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const page = seen.value;
  const event = await readEventByEitherId(ctx, page.snapshot, id);
  if (!event.ok) return problemOf(event.failure);
  const body = JSON.stringify(renderEvent({ ...page, snapshot: promised(page.snapshot, ctx.now()) }, event.value));
  return publicFormatResponse(request, {
    type: "application/json; charset=utf-8",
    etag: `W/"v2-${id}-${fnvHash(body).toString(36)}"`,
    staleSince: page.staleSince,
    isPrivate: page.isPrivate,
    noindex: page.snapshot.page.noindex,
    body: () => body,
  });
}

async function statuspageFile(request: Request, ctx: Ctx, asked: StatuspageV2Request | null): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  if (!asked) return problemOf({ name: "missing" });
  const keys = readerKeyringOf(request, ctx.config.origin);
  const [seen, older] = await Promise.all([
    readVisiblePage(ctx, { slug: asked.slug }, keys),
    olderOf(ctx, asked, keys),
  ]);
  if (!seen.ok) return problemOf(seen.failure);
  return older.ok
    ? answer(request, asked, { seen: seen.value, older: older.value, now: ctx.now() })
    : problemOf(older.failure);
}

/**
 * Responds to `/:page/api/v2/*.json` for programs that read Statuspage. Queries are ignored. An unknown file, an
 * unknown page and a private page get the same 404; 503 when the database is away and there is no copy.
 */
export function statuspageV2Response(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const asked = askedOf(url.pathname);
  const [, slug, id] = (asked ? null : eventPath.exec(url.pathname)) ?? [];
  return slug !== undefined && id !== undefined
    ? statuspageEvent(request, ctx, slug, id)
    : statuspageFile(request, ctx, asked);
}

/**
 * Responds to `/:page`, and to `/` when a page is shown there, with the summary for clients that request JSON rather
 * than HTML.
 */
export async function frontPageJsonResponse(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const home = pathname === "/" ? await readHomeSlug(ctx) : ok(pathname.slice(1));
  if (!home.ok) return problemResponse(home.failure, ctx.requestId, crossOriginHeaders);
  const asked = home.value === null ? null : { slug: home.value, file: "summary" as const, vary: "Accept" };
  return statuspageFile(request, ctx, asked);
}
