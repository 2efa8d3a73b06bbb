import { redirect } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { previewBody } from "~/incidents/preview";
import { onPage, orThrow } from "~/ui/frame/desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** The URL has no page of its own. */
export const loader = onPage(async ({ slug }) => redirect(`/manage/${slug}`, 303));

/**
 * Returns `body` as visitors would see it, for the script of a form with a text. Without script its "Preview" button
 * does the same.
 */
export const action = onPage(async ({ ctx, pageId, request }) => {
  const body = (await request.formData()).get("body");
  return Response.json(orThrow(await previewBody(ctx, { pageId, body: typeof body === "string" ? body : "" })));
});
