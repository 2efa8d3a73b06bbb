/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { keyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import type { JSX } from "~/html/jsx-runtime";
import { isSafe } from "~/http/guard";
import { toldOf } from "~/http/page-failure";
import { isolated } from "~/i18n/speaking";
import { readWords } from "~/i18n/words";
import { feedFormats, feedPath, feedTypes, imagePath, statePicturePath } from "~/pages/rules/page-links";
import type { StateLetter } from "~/status/state-letter";
import { seePage } from "../../see";
import { refreshMinutes } from "../parts/as-of";
import { headLetter, headlineOf, headSeen, stateText, summaryOf } from "../parts/field-text";
import type { Head } from "./document";
import { FailureWithin } from "./failure-page";
import { isCalmLetter, type Live, spokenOf } from "./live";
import { failureWithin, nowhere, printFailure } from "./print-failure";
import { type Printed, print, respond } from "./respond";
import { endOfMinute, etagOf, languageOf, type Scene, sceneOf, tagOf } from "./scene";
import { unchanged } from "./unchanged";

/** What a public route makes of a scene. */
export interface Picture {
  content: JSX.Element;
  /** Before the page's name in the title; null = the headline. */
  title: string | null;
  /** After the page's public address. */
  path: string;
  letter?: StateLetter;
  /** The component that it is about, which has feeds of its own. */
  componentId?: string;
  /** Made of live rows and not of the document alone: must not be kept. */
  live?: boolean;
  /** Something is to be filled in: with the style of forms, and no entry in search results. */
  form?: boolean;
  /** For search results or not, whatever is filled in on it. */
  noindex?: boolean;
  /** Something is drawn over time: with the style of charts. */
  chart?: boolean;
  /** The newest word of what it shows, where that alone says how it is; null = nothing of it is under way. Absent = the whole page says it. */
  spoken?: string | null;
  /** It says how something is although it has the style of forms: it stays current. */
  current?: boolean;
  /** Browsers can subscribe on it: with the script for that, and a manifest. */
  push?: boolean;
  /** Texts are there to be copied: with the script for that. */
  copies?: boolean;
  /** 200 where nothing else is said. */
  status?: number;
  /** That a status asks for. */
  headers?: Record<string, string>;
}

/** A picture, a refusal, or where to go instead: a path after the page's address, with what the browser is to keep. */
export type Drawn = Picture | { failure: Failure } | { goTo: string; cookie?: string };

/** The page's feeds, and before them the component's where the picture is of one. */
function feedLinks({ page, frame }: Scene, componentId?: string): Head["feeds"] {
  const { url, name } = page.snapshot.page;
  const component = page.snapshot.components.find(({ id }) => id === componentId);
  const linked = (title: string, id?: string) =>
    feedFormats.map((format) => ({ title, type: feedTypes[format], href: `${url}${feedPath(format, id)}` }));
  const { t } = frame.words;
  const own = component ? linked(t("feed.title_component", { name, component: component.name }), component.id) : [];
  return [...own, ...linked(t("feed.title", { name }))];
}

/** Only where search engines may come: who may not find a page is shown nothing of it elsewhere either. */
function previewOf({ page }: Scene, title: string, sentence: string, noindex: boolean): Head["preview"] {
  const { name, url } = page.snapshot.page;
  const image = `${new URL(url).origin}${statePicturePath(headLetter(page))}`;
  return noindex ? null : { site: name, title, sentence, image };
}

/** What is filled in is not: it would be lost. */
const staysCurrent = ({ form, current }: Picture): boolean => !form || current === true;

/** On all that says how something is, but where it is loaded again by its reader's choice. */
function liveOf(scene: Scene, picture: Picture): Live | null {
  const { frame, page } = scene;
  const { spoken } = picture;
  if (frame.refreshing || !staysCurrent(picture)) return null;
  const said = spoken === undefined ? spokenOf(frame, page.snapshot) : spoken;
  const isWell = spoken !== undefined || isCalmLetter(headLetter(page));
  const isCalm = said === null && isWell && page.outdated === null && page.staleSince === null;
  return { said, over: frame.words.t("live.over"), isCalm, tag: tagOf(scene), at: endOfMinute(frame) };
}

export function printScene(scene: Scene, picture: Picture): Promise<Printed> {
  const { snapshot } = scene.page;
  const { words } = scene.frame;
  const sentence = picture.title === null ? summaryOf(words, scene.page) : stateText(words, headSeen(scene.page).state);
  const refreshing = scene.frame.refreshing === true && staysCurrent(picture);
  const noindex =
    refreshing || snapshot.page.noindex || scene.page.isPrivate === true || (picture.noindex ?? picture.form === true);
  const named = [picture.title ?? headlineOf(words, scene.page), snapshot.page.name];
  const title = named.map((each) => isolated(each, words.direction)).join(" · ");
  const head = {
    words,
    title,
    accent: snapshot.page.accent,
    theme: scene.frame.theme,
    letter: picture.letter ?? headLetter(scene.page),
    noindex,
    preview: previewOf(scene, title, sentence, noindex),
    form: picture.form,
    chart: picture.chart,
    canonical: `${snapshot.page.url}${picture.path}`,
    about: snapshot.page.about,
    feeds: scene.page.isPrivate ? [] : feedLinks(scene, picture.componentId),
    icon: snapshot.page.favicon ? `${scene.frame.prefix}${imagePath(snapshot.page.favicon)}` : null,
    live: liveOf(scene, picture),
    refresh: refreshing ? refreshMinutes * 60 : null,
    push: picture.push ? scene.frame.prefix : null,
    copies: picture.copies ?? false,
  };
  return print(head, picture.content, picture.live || picture.form ? null : etagOf(scene));
}

/** While the database is away the answer says since when (spec §8). */
export const staleHeaders = ({ page }: Scene): Record<string, string> =>
  page.staleSince === null ? {} : { "x-upfront-stale": new Date(page.staleSince).toISOString() };

/** Says no within the page: whose it is and how it is are no secret to who may see it. */
async function printWithin(request: Request, scene: Scene, failure: Failure): Promise<Response> {
  const told = toldOf(failure);
  const { kind, heading } = failureWithin(scene.frame.words, told, request, scene.frame.prefix || "/");
  // What was sent is not sent again by being asked for again.
  const current = isSafe(request.method);
  const content = <FailureWithin scene={scene} kind={kind} heading={heading} current={current} />;
  const printed = await printScene(scene, {
    content,
    title: heading,
    path: "",
    letter: "n",
    form: true,
    current,
  });
  const answer = respond(request, printed, { ...staleHeaders(scene), ...told.headers }, told.status);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** Finds the page that may be seen (`link` = by the token of a mail), lets the route draw on it, and answers; every "no" is a page as well. */
export async function show(
  { request, context }: LoaderFunctionArgs,
  slug: string,
  draw: (scene: Scene) => Drawn | Promise<Drawn>,
  link: string | null = null,
): Promise<Response> {
  const { ctx, hostPage, reader } = context;
  const seen = await seePage(ctx, { slug }, keyringOf(request, ctx.config.origin, link));
  if (!seen.ok) return printFailure({ request, ctx }, seen.failure, nowhere(slug, hostPage, reader));
  const words = await readWords(ctx, languageOf(seen.value, reader));
  const scene = sceneOf(seen.value, words, { now: ctx.now(), hostPage, reader, url: request.url });
  const same = unchanged(request, scene);
  if (same) return same;
  const picture = await draw(scene);
  if ("goTo" in picture) {
    const location = `${scene.frame.prefix}${picture.goTo}` || "/";
    const headers = new Headers({ location, "cache-control": "no-store" });
    if (picture.cookie !== undefined) headers.set("set-cookie", picture.cookie);
    return new Response(null, { status: 303, headers });
  }
  if ("failure" in picture) return printWithin(request, scene, picture.failure);
  const headers = { ...staleHeaders(scene), ...picture.headers };
  return respond(request, await printScene(scene, picture), headers, picture.status);
}
