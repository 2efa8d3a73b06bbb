/** @jsxImportSource ~/html */

import type { RouteGuard } from "~/http/guard";
import { setEmailPreviewPolicy } from "~/http/headers";
import { dateFormats } from "~/i18n/dates";
import { readWords } from "~/i18n/words";
import { PageHeader } from "~/status-page/views/frame/page-header";
import { renderPublicPage } from "~/status-page/views/frame/respond";
import { pageLogosOf } from "~/status-page/views/parts/logo";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { readBrandingPreview } from "../../branding";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

/** Parses `<address> <label>` of each link that is tried out. */
function linksOf(query: URLSearchParams): { label: string; url: string }[] {
  return query.getAll("link").flatMap((each) => {
    const at = each.indexOf(" ");
    const [url, label] = [each.slice(0, at), each.slice(at + 1).trim()];
    return at > 0 && label !== "" && /^https?:\/\//i.test(url) ? [{ url, label }] : [];
  });
}

/**
 * Draws the head of the public page with the values of the query, for the preview's frame: in the language in which the
 * page itself would greet the viewer.
 */
export const loader = pageDeskHandler(async ({ ctx, pageId, url, timeZone, readsIn }) => {
  const { name, about, slug, language, logo, logoDark } = unwrapOrThrow(await readBrandingPreview(ctx, { pageId }));
  const spoken = await readWords(ctx, readsIn ?? language, "front");
  const frame = {
    words: spoken,
    dates: dateFormats(spoken.language, timeZone),
    theme: null,
    prefix: `/${slug}`,
    now: ctx.now(),
  };
  const named = url.searchParams.get("named") === "on" ? { logoNamed: true as const } : {};
  const page = { name, about, links: linksOf(url.searchParams), ...named };
  const head = {
    words: spoken,
    title: name,
    letter: "o" as const,
    noindex: true,
    canonical: null,
    about,
    feeds: [],
    icon: null,
    accent: url.searchParams.get("accent"),
  };
  const printed = await renderPublicPage(
    head,
    <PageHeader frame={frame} page={page} logos={pageLogosOf(logo, logoDark)} short={false} />,
    null,
  );
  return setEmailPreviewPolicy(new Response(printed.html, { headers: { "content-type": "text/html; charset=utf-8" } }));
});
