import { setPrivateCaching, setPublicCaching } from "~/http/headers";
import { minuteMs } from "~/time/durations";

/** Allows scripts of any site to read what is public. */
export const crossOriginHeaders = { "access-control-allow-origin": "*" };

/** One public format of a page's document. */
export interface PublicResponseContent {
  type: string;
  etag: string;
  /** A whole second in ms (`lastModifiedDate`), for formats whose readers revalidate by date. */
  lastModified?: number;
  /** The time at which the copy was read, while the database is away; null when it is not a copy. */
  staleSince: number | null;
  /** True for a page that is not public, so that no cache may keep it. */
  isPrivate?: boolean | undefined;
  /** True for a page that asks search engines not to index it. */
  noindex?: boolean | undefined;
  /** Seconds for which it may be kept without revalidation; absent = revalidated each time. */
  seconds?: number;
  /** Request headers other than the address that the answer depends on. */
  vary?: string;
  /**
   * True when it depends on the reader's network, which `Vary` cannot express; only the reader's own browser may keep
   * it.
   */
  ofNetwork?: boolean;
  body: () => BodyInit;
}

/** Time in ms after which every isolate and copy of the database has read the newest version. */
const settlingTimeMs = minuteMs;

/**
 * Returns the version's Last-Modified. Two versions in one second would share a date, so a version gets one only when
 * no earlier version is sent any more, after the settling time. Before that it is absent and only the ETag counts.
 */
export function lastModifiedDate(builtAt: number, now: number): Pick<PublicResponseContent, "lastModified"> {
  const lastModified = Math.ceil((builtAt + settlingTimeMs) / 1000) * 1000;
  return now >= lastModified ? { lastModified } : {};
}

/**
 * True when the reader has this version. `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110 §13.2.2),
 * which must be exactly the date that was sent.
 */
export function isNotModified(
  { headers }: Request,
  { etag, lastModified }: Pick<PublicResponseContent, "etag" | "lastModified">,
): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim() === etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since === lastModified;
}

function common({ noindex, vary }: PublicResponseContent): Record<string, string> {
  return { ...(noindex ? { "x-robots-tag": "noindex" } : {}), ...(vary ? { vary } : {}) };
}

/** Responds with 304 when the reader has this version. A copy is marked as stale and must not be kept. */
export function publicFormatResponse(request: Request, answer: PublicResponseContent): Response {
  const { type, etag, lastModified, staleSince, seconds = 0 } = answer;
  const more = common(answer);
  const body = () => (request.method === "HEAD" ? null : answer.body());
  if (staleSince !== null) {
    const since = new Date(staleSince).toISOString();
    const open = answer.isPrivate ? {} : crossOriginHeaders;
    return new Response(body(), { headers: { ...more, ...open, "content-type": type, "x-upfront-stale": since } });
  }
  if (answer.isPrivate) return new Response(body(), { headers: { ...more, "content-type": type } });
  const mark = answer.ofNetwork ? setPrivateCaching : setPublicCaching;
  const headers = new Headers({ ...more, ...crossOriginHeaders, etag });
  if (lastModified !== undefined) headers.set("last-modified", new Date(lastModified).toUTCString());
  if (isNotModified(request, answer)) return mark(new Response(null, { status: 304, headers }), seconds);
  headers.set("content-type", type);
  return mark(new Response(body(), { headers }), seconds);
}
