import { emptyReaderKeyring } from "~/access/keyring";
import { problemResponse } from "~/http/problem";
import { readerSettingsOf } from "~/http/reader";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { readVisiblePage } from "~/status-page/see";
import { readerLanguageOf } from "~/status-page/views/frame/scene";
import { leaveSubscription } from "../leave";

const path = /^\/([^/]+)\/subscriptions\/([^/]+)\/leave$/;

/**
 * One-click unsubscribe of RFC 8058: a mail program posts, without cookies and from anywhere, and gets 200 at once. A
 * browser that opens the URL is redirected to the page with the button.
 */
export async function serveOneClickUnsubscribe(
  request: Request,
  ctx: Ctx,
  url: URL,
  hostPage: boolean,
): Promise<Response> {
  const [, slug = "", token = ""] = path.exec(url.pathname) ?? [];
  if (request.method === "GET" || request.method === "HEAD") {
    const location = `${hostPage ? "" : `/${slug}`}/subscriptions/${token}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  if (request.method !== "POST")
    return problemResponse({ name: "method", allow: ["GET", "HEAD", "POST"] }, ctx.requestId);
  const seen = await readVisiblePage(ctx, { slug }, { ...emptyReaderKeyring, link: token });
  if (!seen.ok) return problemResponse(seen.failure, ctx.requestId);
  const left = await leaveSubscription(ctx, { pageId: seen.value.snapshot.page.id, token });
  if (!left.ok) return problemResponse(left.failure, ctx.requestId);
  const words = await readWords(ctx, readerLanguageOf(seen.value, readerSettingsOf(request, ctx.config.origin)));
  const headers = { "content-type": "text/plain; charset=utf-8", "content-language": words.language };
  return new Response(`${words.t("subscribe.left")}\n`, { headers });
}
