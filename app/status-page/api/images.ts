import { readerKeyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { setEmailPreviewPolicy, setUploadCaching } from "~/http/headers";
import { problemResponse } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { readVisibleImage, type VisibleImage } from "../images";
import { isNotModified } from "./public-answer";

/** Seconds for which shared caches may keep an image without revalidation, as for badges. */
const cacheSeconds = 60;

function answer(request: Request, { bytes, mediaType, isPrivate }: VisibleImage, hash: string): Response {
  const etag = `W/"${hash}"`;
  const known = !isPrivate && isNotModified(request, { etag });
  const body = known || request.method === "HEAD" ? null : bytes;
  const headers = { "content-type": mediaType, ...(isPrivate ? {} : { etag }) };
  const made = setEmailPreviewPolicy(new Response(body, { status: known ? 304 : 200, headers }));
  return isPrivate ? made : setUploadCaching(made, cacheSeconds);
}

/**
 * Responds to `/:page/images/<hash>` with a logo or an icon as uploaded, in a sandbox, because an SVG may contain
 * scripts. The hash identifies the bytes, so a browser may keep it forever. Images of a private page are not cached,
 * and readers without access get the same 404 as for an unknown page.
 */
export async function pageImageResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const [, slug = "", hash = ""] = /^\/([^/]+)\/images\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
  const seen = await readVisibleImage(ctx, { slug, hash }, readerKeyringOf(request, ctx.config.origin));
  return seen.ok ? answer(request, seen.value, hash) : problemOf(seen.failure);
}
