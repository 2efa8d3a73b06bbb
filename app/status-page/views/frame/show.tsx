/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readerKeyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import type { JSX } from "~/html/jsx-runtime";
import { isSafeMethod } from "~/http/guard";
import { setPublicCaching } from "~/http/headers";
import { visitorFailureOf } from "~/http/page-failure";
import { isolateDirection } from "~/i18n/word-speaker";
import { readWords } from "~/i18n/words";
import {
  feedFormats,
  feedMediaTypeByFormat,
  feedPath,
  markdownAddress,
  oembedAddress,
  pageImagePath,
  socialImagePath,
} from "~/pages/rules/page-links";
import type { StateLetter } from "~/status/state-letter";
import { readVisiblePage } from "../../see";
import { pageReloadMinutes } from "../parts/as-of-note";
import {
  pageHeadlineText,
  pageStateLetter,
  pageStateText,
  pageSummaryText,
  visiblePageHeadline,
} from "../parts/field-text";
import type { DocumentHeadContent } from "./document";
import { FailureInPage } from "./failure-page";
import { isCalmStateLetter, type LiveScriptFacts, liveRegionText } from "./live";
import { failureContextWithoutPage, failureKindAndHeading, failurePageResponse } from "./print-failure";
import { printedPageResponse, type RenderedPublicPage, renderPublicPage } from "./respond";
import {
  endOfRenderMinute,
  type PageRenderContext,
  pageContentTagOf,
  pageEtagOf,
  pageRenderContextOf,
  readerLanguageOf,
} from "./scene";
import { unchangedResponse } from "./unchanged-response";

/** The parts of a page that a public route renders. */
export interface DrawnPage {
  content: JSX.Element;
  /** Text before the page's name in the title; null = the headline. */
  title: string | null;
  /** Path after the page's public address. */
  path: string;
  letter?: StateLetter;
  /** The component that the page is about, which has feeds of its own. */
  componentId?: string;
  /** True when it is rendered from live rows and not from the document alone, so that it must not be kept. */
  live?: boolean;
  /** True when it has a form: it gets the style of forms and is not indexed. */
  form?: boolean;
  /** True when search engines must not index it; the default is true for a page with a form. */
  noindex?: boolean;
  /** True when it has a chart and needs the style of charts. */
  chart?: boolean;
  /** True when it has bars of days that are read one after the other. */
  bars?: boolean;
  /**
   * The newest update of what the page shows, when only that determines its state; null when nothing shown is in
   * progress. Absent = that of the whole page.
   */
  spoken?: string | null;
  /** True when it shows a state although it has the style of forms, so that it updates automatically. */
  current?: boolean;
  /** True when browsers can subscribe on it, so that it needs a script and a manifest. */
  push?: boolean;
  /** True when it has texts to copy, which need a script. */
  copies?: boolean;
  /** Defaults to 200. */
  status?: number;
  /** Headers that the status requires. */
  headers?: Record<string, string>;
}

/**
 * The rendered page, a failure, or a redirect: either to a path after the page's address, with the cookie to set, or to
 * the path to which the requested one has moved permanently.
 */
export type PageDrawResult = DrawnPage | { failure: Failure } | { goTo: string; cookie?: string } | { movedTo: string };

/** Returns the page's feeds, preceded by those of the component that it is about. */
function feedLinks({ page, frame }: PageRenderContext, componentId?: string): DocumentHeadContent["feeds"] {
  const { url, name } = page.snapshot.page;
  const component = page.snapshot.components.find(({ id }) => id === componentId);
  const linked = (title: string, id?: string) =>
    feedFormats.map((format) => ({
      title,
      type: feedMediaTypeByFormat[format],
      href: `${url}${feedPath(format, id)}`,
    }));
  const { t } = frame.words;
  const own = component ? linked(t("feed.title_component", { name, component: component.name }), component.id) : [];
  return [...own, ...linked(t("feed.title", { name }))];
}

/**
 * Returns the preview only when search engines may index the page, because otherwise no part of it may appear
 * elsewhere.
 */
function previewOf(
  { page }: PageRenderContext,
  title: string,
  sentence: string,
  noindex: boolean,
): DocumentHeadContent["preview"] {
  const { name, url } = page.snapshot.page;
  const image = `${new URL(url).origin}${socialImagePath(pageStateLetter(page))}`;
  return noindex ? null : { site: name, title, sentence, image };
}

/** Paths below the front that exist as Markdown too. */
const markdownPaths = /^\/(history|uptime|(incidents|maintenances|components)\/[^/?]+)(\?|$)/;

/** Returns the address of the same page as Markdown; null when there is none or the page is not public. */
function markdownOf({ page }: PageRenderContext, { title, path }: DrawnPage): string | null {
  const isPrinted = title === null || markdownPaths.test(path);
  return isPrinted && !page.isPrivate ? markdownAddress(page.snapshot.page.url, path) : null;
}

/**
 * Returns the oEmbed address of the front page or an incident; pages of other kinds and pages without a preview have
 * none.
 */
function oembedOf(
  { title, path }: DrawnPage,
  canonical: string,
  preview: DocumentHeadContent["preview"],
): string | null {
  const isEmbeddable = title === null || /^\/incidents\/[^/?]+$/.test(path);
  return isEmbeddable && preview ? oembedAddress(canonical) : null;
}

/** A form is not updated automatically, because the reader's input would be lost. */
const staysCurrent = ({ form, current }: DrawnPage): boolean => !form || current === true;

/** Returns the live facts on all pages that show a state, except those that the reader has chosen to be reloaded. */
function liveOf(scene: PageRenderContext, picture: DrawnPage): LiveScriptFacts | null {
  const { frame, page } = scene;
  const { spoken } = picture;
  if (frame.refreshing || !staysCurrent(picture)) return null;
  const said = spoken === undefined ? liveRegionText(frame, page.snapshot) : spoken;
  const isWell = spoken !== undefined || isCalmStateLetter(pageStateLetter(page));
  const isCalm = said === null && isWell && page.outdated === null && page.staleSince === null;
  return { said, over: frame.words.t("live.over"), isCalm, tag: pageContentTagOf(scene), at: endOfRenderMinute(frame) };
}

export function printDrawnPage(scene: PageRenderContext, picture: DrawnPage): Promise<RenderedPublicPage> {
  const { snapshot } = scene.page;
  const { words } = scene.frame;
  const sentence =
    picture.title === null
      ? pageSummaryText(words, scene.page)
      : pageStateText(words, visiblePageHeadline(scene.page).state);
  const refreshing = scene.frame.refreshing === true && staysCurrent(picture);
  const noindex =
    refreshing || snapshot.page.noindex || scene.page.isPrivate === true || (picture.noindex ?? picture.form === true);
  const named = [picture.title ?? pageHeadlineText(words, scene.page), snapshot.page.name];
  const title = named.map((each) => isolateDirection(each, words.direction)).join(" · ");
  const canonical = `${snapshot.page.url}${picture.path}`;
  const preview = previewOf(scene, title, sentence, noindex);
  const head = {
    words,
    title,
    accent: snapshot.page.accent,
    theme: scene.frame.theme,
    letter: picture.letter ?? pageStateLetter(scene.page),
    noindex,
    preview,
    markdown: markdownOf(scene, picture),
    oembed: oembedOf(picture, canonical, preview),
    form: picture.form,
    chart: picture.chart,
    bars: picture.bars,
    canonical,
    about: snapshot.page.about,
    feeds: scene.page.isPrivate ? [] : feedLinks(scene, picture.componentId),
    icon: snapshot.page.favicon ? `${scene.frame.prefix}${pageImagePath(snapshot.page.favicon)}` : null,
    live: liveOf(scene, picture),
    refresh: refreshing ? pageReloadMinutes * 60 : null,
    push: picture.push ? scene.frame.prefix : null,
    copies: picture.copies ?? false,
  };
  return renderPublicPage(head, picture.content, picture.live || picture.form ? null : pageEtagOf(scene));
}

/** Returns the header with the time of the copy that is sent while the database is away (spec §8). */
export const staleCopyHeaders = ({ page }: PageRenderContext): Record<string, string> =>
  page.staleSince === null ? {} : { "x-upfront-stale": new Date(page.staleSince).toISOString() };

/** Shows a failure within the page, because a reader who may see the page may know its name and state. */
async function printWithin(request: Request, scene: PageRenderContext, failure: Failure): Promise<Response> {
  const told = visitorFailureOf(failure);
  const { kind, heading } = failureKindAndHeading(scene.frame.words, told, request, scene.frame.prefix || "/");
  // Requesting this address again would not repeat what was sent, so such a response does not refresh itself.
  const current = isSafeMethod(request.method);
  const content = <FailureInPage scene={scene} kind={kind} heading={heading} current={current} />;
  const printed = await printDrawnPage(scene, {
    content,
    title: heading,
    path: "",
    letter: "n",
    form: true,
    current,
  });
  const answer = printedPageResponse(request, printed, { ...staleCopyHeaders(scene), ...told.headers }, told.status);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** Seconds for which caches keep where a path has moved: an import can be undone. */
export const movedCacheSeconds = 3600;

function movedResponse({ frame, page }: PageRenderContext, path: string): Response {
  const answer = new Response(null, { status: 301, headers: { location: `${frame.prefix}${path}` } });
  return page.isPrivate ? answer : setPublicCaching(answer, movedCacheSeconds);
}

/**
 * Finds the page if the reader may see it (`link` is the token of an email's link), calls the route's renderer and
 * responds. Every failure is a page as well.
 */
export async function publicPageResponse(
  { request, context }: LoaderFunctionArgs,
  slug: string,
  draw: (scene: PageRenderContext) => PageDrawResult | Promise<PageDrawResult>,
  link: string | null = null,
): Promise<Response> {
  const { ctx, hostPage, reader } = context;
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin, link));
  if (!seen.ok)
    return failurePageResponse({ request, ctx }, seen.failure, failureContextWithoutPage(slug, hostPage, reader));
  const words = await readWords(ctx, readerLanguageOf(seen.value, reader));
  const scene = pageRenderContextOf(seen.value, words, { now: ctx.now(), hostPage, reader, url: request.url });
  const same = unchangedResponse(request, scene);
  if (same) return same;
  const picture = await draw(scene);
  if ("goTo" in picture) {
    const location = `${scene.frame.prefix}${picture.goTo}` || "/";
    const headers = new Headers({ location, "cache-control": "no-store" });
    if (picture.cookie !== undefined) headers.set("set-cookie", picture.cookie);
    return new Response(null, { status: 303, headers });
  }
  if ("movedTo" in picture) return movedResponse(scene, picture.movedTo);
  if ("failure" in picture) return printWithin(request, scene, picture.failure);
  const headers = { ...staleCopyHeaders(scene), ...picture.headers };
  return printedPageResponse(request, await printDrawnPage(scene, picture), headers, picture.status);
}
