import { allowLiveRefresh } from "~/http/headers";
import { asOfHeaderName, isOpenTabRequest } from "~/http/open-tab";
import { liveScriptEtag } from "./live";
import { type PageRenderContext, pageContentTagOf } from "./scene";

/**
 * Responds to an open tab that already shows the current page: with the time of the state, and when to ask next. Null
 * when the page has changed.
 */
export function unchangedResponse(request: Request, scene: PageRenderContext): Response | null {
  if (!isOpenTabRequest(request)) return null;
  const tag = pageContentTagOf(scene);
  const known = request.headers.get("if-none-match");
  const isCalm = [true, false].find((each) => tag !== null && known === liveScriptEtag({ tag, isCalm: each }));
  if (isCalm === undefined) return null;
  const { dates, now } = scene.frame;
  const headers = { etag: `${known}`, [asOfHeaderName]: encodeURIComponent(dates.zoned(now, now)) };
  return allowLiveRefresh(new Response(null, { status: 304, headers }), isCalm);
}
