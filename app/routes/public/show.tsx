import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Failure } from "~/rules/failure";
import type { JSX } from "~/ui/html/jsx-runtime";
import { letterOfBanner, type StateLetter } from "~/ui/public/state";
import { seePage } from "~/usecases/pages/see";
import { refuse } from "./refuse";
import { type Printed, print, respond } from "./respond";
import { etagOf, type Scene, sceneOf } from "./scene";

/** What a public route makes of a scene. */
export interface Picture {
  content: JSX.Element;
  /** Before the page's name in the title; null = the banner's sentence. */
  title: string | null;
  /** After the page's public address. */
  path: string;
  letter?: StateLetter;
  /** Made of live rows and not of the document alone: must not be kept. */
  live?: boolean;
}

export type Drawn = Picture | { failure: Failure };

export function printScene(scene: Scene, picture: Picture): Promise<Printed> {
  const { snapshot } = scene.page;
  const { words } = scene.frame;
  const sentence = words.t(`banner.${snapshot.banner.state}`);
  const head = {
    words,
    title: `${picture.title ?? sentence} · ${snapshot.page.name}`,
    accent: snapshot.page.accent,
    letter: picture.letter ?? letterOfBanner(snapshot.banner),
    noindex: snapshot.page.noindex,
    canonical: `${snapshot.page.url}${picture.path}`,
    about: snapshot.page.about,
  };
  return print(head, picture.content, picture.live ? null : etagOf(scene));
}

/** While the database is away the answer says since when (spec §8). */
export const staleHeaders = ({ page }: Scene): Record<string, string> =>
  page.staleSince === null ? {} : { "x-upfront-stale": new Date(page.staleSince).toISOString() };

/** Finds the page that may be seen, lets the route draw on it, and answers; every "no" is a page as well. */
export async function show(
  { request, context }: LoaderFunctionArgs,
  slug: string,
  draw: (scene: Scene) => Drawn | Promise<Drawn>,
): Promise<Response> {
  const { ctx, hostPage, viewerZone } = context;
  const seen = await seePage(ctx, { slug });
  if (!seen.ok) return refuse(request, seen.failure);
  const scene = sceneOf(seen.value, { now: ctx.now(), hostPage, viewerZone });
  const picture = await draw(scene);
  if ("failure" in picture) {
    const { accent, language } = scene.page.snapshot.page;
    return refuse(request, picture.failure, { home: scene.frame.prefix || "/", accent, language });
  }
  return respond(request, await printScene(scene, picture), staleHeaders(scene));
}
