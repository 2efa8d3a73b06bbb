/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { keyringOf } from "~/auth/keyring";
import { readWords } from "~/i18n/words";
import { seePage } from "../../see";
import { keep } from "../frame/memory";
import { contextWithoutPage, printFailure } from "../frame/print-failure";
import { respond } from "../frame/respond";
import { languageOf, sceneOf } from "../frame/scene";
import { printScene, staleHeaders } from "../frame/show";
import { unchangedResponse } from "../frame/unchanged-response";
import { queryOf } from "../parts/search";
import { HomePage } from "./home-page";

/**
 * Shows the front of a page, for `/` and `/:page`, and keeps it in memory as printed. A failure reveals no more of the
 * page than its address: `named`, null at `/`.
 */
export async function showFront(args: LoaderFunctionArgs, slug: string, named: string | null): Promise<Response> {
  const { request, context } = args;
  const { ctx, hostPage, reader } = context;
  const seen = await seePage(ctx, { slug }, keyringOf(request, ctx.config.origin));
  if (!seen.ok) return printFailure({ request, ctx }, seen.failure, contextWithoutPage(named, hostPage, reader));
  const words = await readWords(ctx, languageOf(seen.value, reader), "front");
  const scene = sceneOf(seen.value, words, { now: ctx.now(), hostPage, reader, url: request.url });
  const same = unchangedResponse(request, scene);
  if (same) return same;
  const query = queryOf(request);
  const content = <HomePage frame={scene.frame} page={scene.page} query={query} />;
  const printed = await printScene(scene, {
    content,
    title: null,
    path: "",
    ...(query === null ? {} : { live: true, noindex: true }),
  });
  if (!scene.frame.refreshing) keep(scene, printed);
  return respond(request, printed, staleHeaders(scene));
}
