import { keyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { markForever, markLetter } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { seeImage } from "../see-image";

/**
 * `/:page/images/<hash>`: a logo or an icon as it was uploaded, in a sandbox, because an SVG may carry script. The hash
 * names its bytes, so that it may be kept forever; of a private page nobody keeps it, and who may not see the page gets
 * the same 404 as of an unknown one.
 */
export async function images(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const [, slug = "", hash = ""] = /^\/([^/]+)\/images\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
  const seen = await seeImage(ctx, { slug, hash }, keyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const { bytes, mediaType, isPrivate } = seen.value;
  const body = request.method === "HEAD" ? null : bytes;
  const answer = markLetter(new Response(body, { headers: { "content-type": mediaType } }));
  return isPrivate ? answer : markForever(answer);
}
