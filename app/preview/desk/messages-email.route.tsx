import { redirect } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { setEmailPreviewPolicy } from "~/http/headers";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { readPostedForm } from "~/ui/parts/posted-form";
import { emailPreviewInColourScheme } from "../preview";
import { readPreviewLanguage, readReviewedForm } from "./reviewed-forms";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

/** The URL has no page of its own. */
export const loader = pageDeskHandler(async ({ slug }) => redirect(`/manage/${slug}`, 303));

/** Returns the email that a form would send, as a document for a frame of its preview. */
export const action = pageDeskHandler(async (desk) => {
  const reviewed = readReviewedForm(desk.url.searchParams);
  if (!reviewed) return new Response(null, { status: 422 });
  const posted = await readPostedForm(desk);
  const look = emailPreviewInColourScheme(posted.intent === "dark" ? "dark" : "light", readPreviewLanguage(posted));
  const html = unwrapOrThrow(await reviewed.form.look(desk, posted, look, reviewed.id));
  return setEmailPreviewPolicy(new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }));
});
