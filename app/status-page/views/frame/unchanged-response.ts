import { allowLive } from "~/http/headers";
import { asOfHeader, isOpenTab } from "~/http/open-tab";
import { sentTag } from "./live";
import { type Scene, tagOf } from "./scene";

/**
 * Answers an open tab that already shows the same: the time of the state, and when to ask next. Null = it has changed.
 */
export function unchangedResponse(request: Request, scene: Scene): Response | null {
  if (!isOpenTab(request)) return null;
  const tag = tagOf(scene);
  const known = request.headers.get("if-none-match");
  const isCalm = [true, false].find((each) => tag !== null && known === sentTag({ tag, isCalm: each }));
  if (isCalm === undefined) return null;
  const { dates, now } = scene.frame;
  const headers = { etag: `${known}`, [asOfHeader]: encodeURIComponent(dates.zoned(now, now)) };
  return allowLive(new Response(null, { status: 304, headers }), isCalm);
}
