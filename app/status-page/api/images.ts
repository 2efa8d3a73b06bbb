import { keyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { markLetter, markUpload } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { type SeenImage, seeImage } from "../see-image";
import { isKnown } from "./public-answer";

/** Seconds for which caches that many share keep an image unasked, as they do badges. */
const keptFor = 60;

function answer(request: Request, { bytes, mediaType, isPrivate }: SeenImage, hash: string): Response {
  const etag = `W/"${hash}"`;
  const known = !isPrivate && isKnown(request, { etag });
  const body = known || request.method === "HEAD" ? null : bytes;
  const headers = { "content-type": mediaType, ...(isPrivate ? {} : { etag }) };
  const made = markLetter(new Response(body, { status: known ? 304 : 200, headers }));
  return isPrivate ? made : markUpload(made, keptFor);
}

/**
 * `/:page/images/<hash>`: a logo or an icon as it was uploaded, in a sandbox, because an SVG may carry script. The hash
 * names its bytes, so that a browser may keep it forever; of a private page nobody keeps it, and who may not see the page
 * gets the same 404 as of an unknown one.
 */
export async function images(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const [, slug = "", hash = ""] = /^\/([^/]+)\/images\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
  const seen = await seeImage(ctx, { slug, hash }, keyringOf(request, ctx.config.origin));
  return seen.ok ? answer(request, seen.value, hash) : problemOf(seen.failure);
}
