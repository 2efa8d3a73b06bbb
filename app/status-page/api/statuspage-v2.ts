import type { Keyring } from "~/access/keyring";
import { keyringOf } from "~/auth/keyring";
import { type Failure, ok, type Result } from "~/failures/failure";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import {
  statuspageV2 as render,
  statuspageV2List as renderList,
  type V2File,
  type V2List,
  v2Files,
  v2Lists,
} from "../formats/statuspage-v2";
import { homePage } from "../home";
import { promiseCount, withoutLapsedPromise } from "../rules/field";
import type { RecentView } from "../rules/recent-document";
import { outdatedMark, type SeenPage } from "../rules/seen-page";
import type { Snapshot } from "../rules/snapshot-document";
import { seePage } from "../see";
import { viewRecent } from "../view-page";
import { answerPublic, crossOrigin } from "./public-answer";

interface V2Request {
  slug: string;
  file: V2File | V2List;
  /** Set when the address has other forms as well. */
  vary?: string;
}

const isList = (file: V2Request["file"]): file is V2List => v2Lists.some((each) => each === file);

function askedOf(pathname: string): V2Request | null {
  const [, slug = "", name = ""] = /^\/([^/]+)\/api\/v2\/([a-z/-]+)\.json$/.exec(pathname) ?? [];
  const file = [...v2Files, ...v2Lists].find((each) => each === name);
  return file ? { slug, file } : null;
}

const etagOf = (page: SeenPage, older: RecentView | null, now: number): string => {
  const { page: about, revision, builtAt, incidents } = page.snapshot;
  const parts = [revision, builtAt, ...(older ? [older.recent.revision] : [])].map((part) => part.toString(36));
  return `W/"v2-${[about.slug, ...parts, outdatedMark(page), promiseCount(incidents, now)].join("-")}"`;
};

/** Returns the age of the answer, which is that of the older copy. */
const staleOf = (page: SeenPage, older: RecentView | null): number | null => {
  const stale = [page.staleSince, older?.staleSince ?? null].filter((at) => at !== null);
  return stale.length > 0 ? Math.min(...stale) : null;
};

/** Reads the older part for the lists, which show the current state of their components and so need both parts. */
async function olderOf(ctx: Ctx, { slug, file }: V2Request, keys: Keyring): Promise<Result<RecentView | null>> {
  return isList(file) ? viewRecent(ctx, { slug }, keys) : ok(null);
}

/** Returns the document as it reads now, without promises whose time is over. */
const promised = <Document extends Pick<Snapshot, "incidents">>(document: Document, now: number): Document => ({
  ...document,
  incidents: document.incidents.map((each) => withoutLapsedPromise(each, now)),
});

interface V2Document {
  seen: SeenPage;
  older: RecentView | null;
  now: number;
}

function answer(request: Request, { file, vary }: V2Request, { seen, older, now }: V2Document): Response {
  const staleSince = staleOf(seen, older);
  const tree = () => {
    const page = { ...seen, snapshot: promised(seen.snapshot, now), staleSince };
    return isList(file) ? older && renderList(page, promised(older.recent, now), file) : render(page, file);
  };
  return answerPublic(request, {
    type: "application/json; charset=utf-8",
    etag: etagOf(seen, older, now),
    staleSince,
    isPrivate: seen.isPrivate,
    noindex: seen.snapshot.page.noindex,
    ...(vary === undefined ? {} : { vary }),
    body: () => JSON.stringify(tree()),
  });
}

async function statuspageFile(request: Request, ctx: Ctx, asked: V2Request | null): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOrigin);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  if (!asked) return problemOf({ name: "missing" });
  const keys = keyringOf(request, ctx.config.origin);
  const [seen, older] = await Promise.all([seePage(ctx, { slug: asked.slug }, keys), olderOf(ctx, asked, keys)]);
  if (!seen.ok) return problemOf(seen.failure);
  return older.ok
    ? answer(request, asked, { seen: seen.value, older: older.value, now: ctx.now() })
    : problemOf(older.failure);
}

/**
 * Answers `/:page/api/v2/*.json` for programs that read Statuspage. Queries are ignored. An unknown file, an unknown
 * page and a private one get the same 404; 503 when the database is away and there is no copy.
 */
export const statuspageV2 = (request: Request, ctx: Ctx, url: URL): Promise<Response> =>
  statuspageFile(request, ctx, askedOf(url.pathname));

/**
 * Answers `/:page`, and `/` when a page is shown there, with the summary for clients that ask for JSON rather than
 * HTML.
 */
export async function frontAsJson(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const home = pathname === "/" ? await homePage(ctx) : ok(pathname.slice(1));
  if (!home.ok) return problemResponse(home.failure, ctx.requestId, crossOrigin);
  const asked = home.value === null ? null : { slug: home.value, file: "summary" as const, vary: "Accept" };
  return statuspageFile(request, ctx, asked);
}
