import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { unwrapFileOrRedirectToSignIn } from "~/ui/frame/step-up";
import { exportSubscribers } from "../export";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

/** Returns the export as a download; with more than 10,000 subscribers `Link: rel="next"` names the next file. */
export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const after = url.searchParams.get("after") ?? undefined;
  const { csv, next } = unwrapFileOrRedirectToSignIn(url, await exportSubscribers(ctx, { pageId, after }));
  const headers = new Headers({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${slug}-subscribers.csv"`,
    "cache-control": "no-store",
  });
  if (next !== null) headers.set("link", `<${url.pathname}?after=${encodeURIComponent(next)}>; rel="next"`);
  return new Response(`\u{feff}${csv}\r\n`, { headers });
});
