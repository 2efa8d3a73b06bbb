import { redirect } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { previewBody } from "~/incidents/preview";
import { onPage, orThrow } from "~/ui/frame/desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

/** Nothing to see here by itself. */
export const loader = onPage(async ({ slug }) => redirect(`/manage/${slug}`, 303));

/** For the script of a form with a text: how visitors would see `body`. Without script its "Preview" button does the same. */
export const action = onPage(async ({ ctx, pageId, request }) => {
  const body = (await request.formData()).get("body");
  return Response.json(orThrow(await previewBody(ctx, { pageId, body: typeof body === "string" ? body : "" })));
});
