import { markForever, markPublic } from "~/http/headers";
import { embedScriptPath } from "~/pages/rules/page-links";

/** A file of the build has its hash in its name; one at the root, such as /favicon.ico, has a dot: no slug does. */
const hashed = /^\/assets\//;
const atRoot = /^\/[^/]+\.[a-z0-9]+$/i;

const notThere = () => new Response("Not found.\n", { status: 404, headers: { "content-type": "text/plain" } });

/** A file of the build; null where the address is none of a file. No database is asked for one that is not there. */
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
  return hashed.test(path) ? markForever(copy) : markPublic(copy, 3600);
}
