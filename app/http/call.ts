import type { Ctx } from "~/platform/ctx";

/** One request on its way through the door. */
export interface Call {
  request: Request;
  /** The address as it is routed: on a page's own host with `/<slug>` in front. */
  url: URL;
  ctx: Ctx;
  hostPage: boolean;
  /** Set when the session's 30 days began again. */
  setCookie: string | null;
}

/** Single fetch asks for a page's data at `<path>.data`; the same guard and rules as of the page. */
export const isDataPath = (pathname: string): boolean => pathname.endsWith(".data");

export const pagePath = (pathname: string): string =>
  isDataPath(pathname) ? pathname.slice(0, -".data".length).replace(/^\/_root$/, "/") : pathname;

/** As Remix gets it: nothing that steers it past the door or that only a proxy may say. */
export function cleanRequest(request: Request, url: URL, body: Uint8Array<ArrayBuffer> | null): Request {
  const headers = new Headers(request.headers);
  for (const name of ["origin", "forwarded", "x-forwarded-host", "x-forwarded-proto"]) headers.delete(name);
  // A form without fields is read as one, whatever it is called.
  if (body?.length === 0) headers.set("content-type", "application/x-www-form-urlencoded");
  return new Request(url, { method: request.method, headers, body, signal: request.signal });
}
