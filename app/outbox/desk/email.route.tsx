import type { RouteGuard } from "~/http/guard";
import { markLetter } from "~/http/headers";
import { previewLetter } from "~/notifications/letters/preview";
import { onPage, orThrow, param } from "~/ui/frame/desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** Returns the HTML of an email, as a document for the frame in the outbox. */
export const loader = onPage(async (desk) => {
  const letter = orThrow(await previewLetter(desk.ctx, { pageId: desk.pageId, noticeId: param(desk, "id") }));
  return markLetter(new Response(letter.html, { headers: { "content-type": "text/html; charset=utf-8" } }));
});
