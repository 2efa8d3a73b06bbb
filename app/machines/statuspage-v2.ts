import { statuspageV2 as render, type V2File, v2Files } from "~/feeds/statuspage-v2";
import { markPublic } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import type { Failure } from "~/rules/failure";
import type { SeenPage } from "~/rules/seen";
import { seePage } from "~/usecases/pages/see";

/** Anybody's script may read what anybody may read. */
const crossOrigin = { "access-control-allow-origin": "*" };

interface Asked {
  slug: string;
  file: V2File;
}

function askedOf(pathname: string): Asked | null {
  const [, slug = "", name = ""] = /^\/([^/]+)\/api\/v2\/([a-z/-]+)\.json$/.exec(pathname) ?? [];
  const file = v2Files.find((each) => each === name);
  return file ? { slug, file } : null;
}

const etagOf = ({ snapshot, stoppedAt }: SeenPage): string =>
  `W/"v2-${snapshot.revision.toString(36)}-${snapshot.builtAt.toString(36)}-${(stoppedAt ?? 0).toString(36)}"`;

function answer(request: Request, page: SeenPage, file: V2File): Response {
  const type = { "content-type": "application/json; charset=utf-8" };
  const body = () => JSON.stringify(render(page, file));
  if (page.staleSince !== null) {
    const since = new Date(page.staleSince).toISOString();
    return new Response(body(), { headers: { ...crossOrigin, ...type, "x-upfront-stale": since } });
  }
  const etag = etagOf(page);
  const known =
    request.headers
      .get("if-none-match")
      ?.split(/\s*,\s*/)
      .includes(etag) ?? false;
  const headers = { ...crossOrigin, etag };
  if (known) return markPublic(new Response(null, { status: 304, headers }), 0);
  return markPublic(new Response(body(), { headers: { ...headers, ...type } }), 0);
}

/**
 * `/:page/api/v2/*.json` for programs that read Statuspage. Queries are ignored. An unknown file, an unknown page and
 * a private one are the same 404; 503 when the database is away and there is no copy.
 */
export async function statuspageV2(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const refuse = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOrigin);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse({ name: "method", allow: ["GET", "HEAD"] });
  const asked = askedOf(url.pathname);
  if (!asked) return refuse({ name: "missing" });
  const seen = await seePage(ctx, { slug: asked.slug });
  return seen.ok ? answer(request, seen.value, asked.file) : refuse(seen.failure);
}
