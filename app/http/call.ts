import type { Ctx } from "~/platform/ctx";

/** One request while the door handles it. */
export interface RequestContext {
  request: Request;
  /** The address as it is routed: on a page's own host with `/<slug>` in front. */
  url: URL;
  ctx: Ctx;
  hostPage: boolean;
  /** A cookie for the answer: the session's, renewed for another 30 days, or the page that a person works on. */
  setCookie: string | null;
}

/**
 * True for the address of a page's data: single fetch asks at `<path>.data`, with the same guard and rules as the page.
 */
export const isLoaderDataPath = (pathname: string): boolean => pathname.endsWith(".data");

export const pagePath = (pathname: string): string =>
  isLoaderDataPath(pathname) ? pathname.slice(0, -".data".length).replace(/^\/_root$/, "/") : pathname;

/** Returns the request that Remix gets, without headers that would bypass the door or that only a proxy may set. */
export function sanitizeRequest(request: Request, url: URL, body: Uint8Array<ArrayBuffer> | null): Request {
  const headers = new Headers(request.headers);
  for (const name of ["origin", "forwarded", "x-forwarded-host", "x-forwarded-proto"]) headers.delete(name);
  // An empty form is read as a form, whatever its content type.
  if (body?.length === 0) headers.set("content-type", "application/x-www-form-urlencoded");
  return new Request(url, { method: request.method, headers, body, signal: request.signal });
}
