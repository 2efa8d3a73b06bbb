import { redirect } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { previewMarkdown } from "~/incidents/preview";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** The URL has no page of its own. */
export const loader = pageDeskHandler(async ({ slug }) => redirect(`/manage/${slug}`, 303));

/**
 * Returns `body` as visitors would see it, for the script of a form with a text. Without script its "Preview" button
 * does the same.
 */
export const action = pageDeskHandler(async ({ ctx, pageId, request }) => {
  const body = (await request.formData()).get("body");
  return Response.json(
    unwrapOrThrow(await previewMarkdown(ctx, { pageId, body: typeof body === "string" ? body : "" })),
  );
});
