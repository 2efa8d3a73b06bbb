import type { RouteGuard } from "~/http/guard";
import { setEmailPreviewPolicy } from "~/http/headers";
import { previewNoticeEmail } from "~/notifications/letters/preview";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** Returns the HTML of an email, as a document for the frame in the outbox. */
export const loader = pageDeskHandler(async (desk) => {
  const letter = unwrapOrThrow(
    await previewNoticeEmail(desk.ctx, { pageId: desk.pageId, noticeId: routeParam(desk, "id") }),
  );
  return setEmailPreviewPolicy(new Response(letter.html, { headers: { "content-type": "text/html; charset=utf-8" } }));
});
