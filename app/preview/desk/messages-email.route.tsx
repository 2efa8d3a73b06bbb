import { redirect } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { markLetter } from "~/http/headers";
import { onPage, orThrow } from "~/ui/frame/desk";
import { readPostedForm } from "~/ui/parts/posted-form";
import { emailIn } from "../preview";
import { chosenLanguage, reviewedFormIn } from "./reviewed-forms";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

/** The URL has no page of its own. */
export const loader = onPage(async ({ slug }) => redirect(`/manage/${slug}`, 303));

/** Returns the email that a form would send, as a document for a frame of its preview. */
export const action = onPage(async (desk) => {
  const reviewed = reviewedFormIn(desk.url.searchParams);
  if (!reviewed) return new Response(null, { status: 422 });
  const posted = await readPostedForm(desk);
  const look = emailIn(posted.intent === "dark" ? "dark" : "light", chosenLanguage(posted));
  const html = orThrow(await reviewed.form.look(desk, posted, look, reviewed.id));
  return markLetter(new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }));
});
