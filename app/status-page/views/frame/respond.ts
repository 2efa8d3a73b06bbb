import type { JSX } from "~/html/jsx-runtime";
import {
  allowInlineStyles,
  allowLiveRefresh,
  allowOwnFrames,
  allowPushSubscription,
  setPublicCaching,
} from "~/http/headers";
import { cspStyleHash } from "~/platform/digest";
import { type DocumentHeadContent, documentHtml, documentSelectorNames } from "./document";
import { type PageStyleNeeds, pageStylesheet } from "./style";

/** A printed page and what its headers need, as it is kept in memory. */
export interface RenderedPublicPage {
  /** UTF-8 bytes, because encoding the text again for each response would take longer than all other work. */
  html: Uint8Array<ArrayBuffer>;
  hashes: string[];
  /** Null = no cache may keep it. */
  etag: string | null;
  /** Set when one of our scripts runs on the page: `calm` when all is well; null = no script. */
  live: "calm" | "trouble" | null;
  /** True when browsers subscribe on it. */
  push?: boolean;
  /** True when it frames our own pages. */
  frames?: boolean;
}

const encoder = new TextEncoder();

export async function renderPublicPage(
  head: Omit<DocumentHeadContent, "style" | "theme"> & Partial<PageStyleNeeds>,
  content: JSX.Element,
  etag: string | null,
): Promise<RenderedPublicPage> {
  const { accent = null, theme = null, form, chart, ...rest } = head;
  const style = pageStylesheet({ accent, theme, form, chart }, documentSelectorNames(head.words, content));
  const html = encoder.encode(documentHtml({ ...rest, chart, theme, style }, content));
  return {
    html,
    hashes: [await cspStyleHash(style)],
    etag,
    live: liveIn({ ...rest, chart }),
    push: rest.push != null,
    frames: rest.copies === true,
  };
}

function liveIn({
  live,
  copies,
  chart,
  bars,
}: Pick<DocumentHeadContent, "live" | "copies" | "chart" | "bars">): RenderedPublicPage["live"] {
  if (live) return live.isCalm ? "calm" : "trouble";
  return copies || chart || bars ? "calm" : null;
}

const isKnown = (request: Request, etag: string) =>
  request.headers
    .get("if-none-match")
    ?.split(",")
    .some((tag) => tag.trim() === etag) ?? false;

/**
 * Responds with a page. With an ETag it may be kept if it is revalidated each time, and the response is 304 when the
 * reader has this version. A 304 repeats the styles' hashes, because its headers replace those that the browser kept.
 */
export function printedPageResponse(
  request: Request,
  { html, hashes, etag, live, push = false, frames = false }: RenderedPublicPage,
  more: HeadersInit = {},
  status = 200,
): Response {
  const headers = new Headers(more);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("vary", "Accept, Accept-Language, Cookie");
  const allow = (answer: Response) => {
    if (live !== null) allowLiveRefresh(answer, live === "calm");
    if (push) allowPushSubscription(answer);
    if (frames) allowOwnFrames(answer);
    return allowInlineStyles(answer, hashes);
  };
  if (etag === null) return allow(new Response(html, { status, headers }));
  headers.set("etag", etag);
  const answer = isKnown(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(html, { status, headers });
  return setPublicCaching(allow(answer), 0);
}
