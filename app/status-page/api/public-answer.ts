import { markOwn, markPublic } from "~/http/headers";

/** Anybody's script may read what anybody may read. */
export const crossOrigin = { "access-control-allow-origin": "*" };

/** One public format of a page's document. */
export interface PublicAnswer {
  type: string;
  etag: string;
  /** ms, a whole second (`settledAt`); told where readers of the format ask by it. */
  lastModified?: number;
  /** When the copy was read, while the database is away; null when it is not one. */
  staleSince: number | null;
  /** Of a page that is not for everybody: nobody keeps it. */
  isPrivate?: boolean | undefined;
  /** Of a page that asks search engines to pass by. */
  noindex?: boolean | undefined;
  /** How long it may be kept unasked, in seconds; absent = asked for each time. */
  seconds?: number;
  /** What else than the address the answer depends on, where it does. */
  vary?: string;
  /** It depends on the reader's network, which `Vary` can't name: only their own browser may keep it. */
  ofNetwork?: boolean;
  body: () => BodyInit;
}

/** In ms: every isolate and copy of the database has read the newest version by then. */
const settlingTime = 60_000;

/**
 * A date can't tell two versions of one second apart, so a version has one only once no earlier version is sent any more:
 * the end of that time. Absent before it; then only the ETag counts.
 */
export function settledAt(builtAt: number, now: number): Pick<PublicAnswer, "lastModified"> {
  const lastModified = Math.ceil((builtAt + settlingTime) / 1000) * 1000;
  return now >= lastModified ? { lastModified } : {};
}

/** `If-None-Match` goes before `If-Modified-Since` (RFC 9110 §13.2.2), which has to be the very date that was told. */
export function isKnown(
  { headers }: Request,
  { etag, lastModified }: Pick<PublicAnswer, "etag" | "lastModified">,
): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim() === etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since === lastModified;
}

function common({ noindex, vary }: PublicAnswer): Record<string, string> {
  return { ...(noindex ? { "x-robots-tag": "noindex" } : {}), ...(vary ? { vary } : {}) };
}

/** 304 when the reader has this very one; a copy is marked and must not be kept. */
export function answerPublic(request: Request, answer: PublicAnswer): Response {
  const { type, etag, lastModified, staleSince, seconds = 0 } = answer;
  const more = common(answer);
  const body = () => (request.method === "HEAD" ? null : answer.body());
  if (staleSince !== null) {
    const since = new Date(staleSince).toISOString();
    const open = answer.isPrivate ? {} : crossOrigin;
    return new Response(body(), { headers: { ...more, ...open, "content-type": type, "x-upfront-stale": since } });
  }
  if (answer.isPrivate) return new Response(body(), { headers: { ...more, "content-type": type } });
  const mark = answer.ofNetwork ? markOwn : markPublic;
  const headers = new Headers({ ...more, ...crossOrigin, etag });
  if (lastModified !== undefined) headers.set("last-modified", new Date(lastModified).toUTCString());
  if (isKnown(request, answer)) return mark(new Response(null, { status: 304, headers }), seconds);
  headers.set("content-type", type);
  return mark(new Response(body(), { headers }), seconds);
}
