import { setImmutableCaching, setPublicCaching } from "~/http/headers";
import { embedScriptPath } from "~/pages/rules/page-links";

/**
 * Paths of the build's files: with a hash in the name, or at the root with a dot, such as /favicon.ico, which no slug
 * has.
 */
const hashed = /^\/assets\//;
const atRoot = /^\/[^/]+\.[a-z0-9]+$/i;

const notThere = () => new Response("Not found.\n", { status: 404, headers: { "content-type": "text/plain" } });

/** Serves a file of the build; null when the path is not that of a file. A missing file needs no database. */
export async function serveAsset(
  request: Request,
  assets: Fetcher | undefined,
  path: string,
): Promise<Response | null> {
  const isFile = (hashed.test(path) || atRoot.test(path)) && !path.endsWith(".data");
  if (!isFile || (request.method !== "GET" && request.method !== "HEAD")) return null;
  const found = await assets?.fetch(request as never);
  if (!found || (!found.ok && found.status !== 304)) return notThere();
  const copy = new Response(found.body as never, found as never);
  // Other sites load it, also as a module.
  if (path === embedScriptPath) copy.headers.set("access-control-allow-origin", "*");
  return hashed.test(path) ? setImmutableCaching(copy) : setPublicCaching(copy, 3600);
}
