/** @jsxImportSource ~/html */

import { readerKeyringOf } from "~/auth/keyring";
import type { RouteGuard } from "~/http/guard";
import { setEmailPreviewPolicy } from "~/http/headers";
import { readerSettingsOf } from "~/http/reader";
import { dateFormats } from "~/i18n/dates";
import { readWords } from "~/i18n/words";
import type { ServedPage } from "~/status-page/rules/seen-page";
import { readVisiblePage } from "~/status-page/see";
import { PageHeader } from "~/status-page/views/frame/page-header";
import { printedPageResponse, renderPublicPage } from "~/status-page/views/frame/respond";
import { pageRenderContextOf } from "~/status-page/views/frame/scene";
import { printDrawnPage } from "~/status-page/views/frame/show";
import { shareComponentListing } from "~/status-page/views/front/components";
import { HomePage } from "~/status-page/views/front/home-page";
import { pageLogosOf } from "~/status-page/views/parts/logo";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
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

interface TypedBranding {
  accent: string | null;
  logoNamed?: true;
  links: { label: string; url: string }[];
}

/** Another site may not show its own links on what looks like the page itself. */
const typedBrandingIn = ({ url: { searchParams }, request }: PageDeskRequest): TypedBranding => ({
  accent: searchParams.get("accent"),
  links: request.headers.get("sec-fetch-site") === "cross-site" ? [] : linksOf(searchParams),
  ...(searchParams.get("named") === "on" ? { logoNamed: true as const } : {}),
});

/** Returns the stored page with the values that are tried out. */
function brandedPage(page: ServedPage, { accent, ...typed }: TypedBranding): ServedPage {
  const { logoNamed: _, ...saved } = page.snapshot.page;
  const tried = { ...saved, ...typed, accent: accent ?? saved.accent };
  const snapshot = { ...page.snapshot, page: tried };
  shareComponentListing(snapshot, page.snapshot);
  return { ...page, snapshot };
}

/** Draws the whole front of the page as it is now, with the values of the query. Nothing of it is kept anywhere. */
async function wholePage({ ctx, request, slug, readsIn }: PageDeskRequest, typed: TypedBranding): Promise<Response> {
  const { origin } = ctx.config;
  const page = brandedPage(
    unwrapOrThrow(await readVisiblePage(ctx, { slug }, readerKeyringOf(request, origin))),
    typed,
  );
  const spoken = await readWords(ctx, readsIn ?? page.snapshot.page.language, "front");
  const reader = readerSettingsOf(request, origin);
  const scene = pageRenderContextOf(page, spoken, { now: ctx.now(), hostPage: false, reader });
  const printed = await printDrawnPage(scene, {
    content: <HomePage frame={scene.frame} page={page} />,
    title: null,
    path: "",
    form: true,
  });
  return printedPageResponse(request, printed);
}

/**
 * Draws the head of the public page with the values of the query, for the preview's frame: in the language in which the
 * page itself would greet the viewer.
 */
async function pageHead({ ctx, pageId, timeZone, readsIn }: PageDeskRequest, typed: TypedBranding): Promise<Response> {
  const { name, about, slug, language, logo, logoDark } = unwrapOrThrow(await readBrandingPreview(ctx, { pageId }));
  const spoken = await readWords(ctx, readsIn ?? language, "front");
  const frame = {
    words: spoken,
    dates: dateFormats(spoken.language, timeZone),
    theme: null,
    prefix: `/${slug}`,
    now: ctx.now(),
  };
  const { accent, ...shown } = typed;
  const head = {
    words: spoken,
    title: name,
    letter: "o" as const,
    noindex: true,
    canonical: null,
    about,
    feeds: [],
    icon: null,
    accent,
  };
  const page = { name, about, ...shown };
  const printed = await renderPublicPage(
    head,
    <PageHeader frame={frame} page={page} logos={pageLogosOf(logo, logoDark)} short={false} />,
    null,
  );
  return setEmailPreviewPolicy(new Response(printed.html, { headers: { "content-type": "text/html; charset=utf-8" } }));
}

export const loader = pageDeskHandler(async (desk) => {
  const typed = typedBrandingIn(desk);
  return desk.url.searchParams.get("part") === "whole" ? wholePage(desk, typed) : pageHead(desk, typed);
});
