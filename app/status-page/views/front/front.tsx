/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readerKeyringOf } from "~/auth/keyring";
import { readWords } from "~/i18n/words";
import { readVisiblePage } from "../../see";
import { cachePrintedPage } from "../frame/memory";
import { failureContextWithoutPage, failurePageResponse } from "../frame/print-failure";
import { printedPageResponse } from "../frame/respond";
import { pageRenderContextOf, readerLanguageOf } from "../frame/scene";
import { printDrawnPage, staleCopyHeaders } from "../frame/show";
import { unchangedResponse } from "../frame/unchanged-response";
import { componentSearchText } from "../parts/search";
import { isUptimeShown } from "../parts/visible-letter";
import { HomePage } from "./home-page";

/**
 * Shows the front of a page, for `/` and `/:page`, and keeps it in memory as printed. A failure reveals no more of the
 * page than its address: `named`, null at `/`.
 */
export async function frontPageResponse(
  args: LoaderFunctionArgs,
  slug: string,
  named: string | null,
): Promise<Response> {
  const { request, context } = args;
  const { ctx, hostPage, reader } = context;
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok)
    return failurePageResponse({ request, ctx }, seen.failure, failureContextWithoutPage(named, hostPage, reader));
  const words = await readWords(ctx, readerLanguageOf(seen.value, reader), "front");
  const scene = pageRenderContextOf(seen.value, words, { now: ctx.now(), hostPage, reader, url: request.url });
  const same = unchangedResponse(request, scene);
  if (same) return same;
  const query = componentSearchText(request);
  const content = <HomePage frame={scene.frame} page={scene.page} query={query} />;
  const printed = await printDrawnPage(scene, {
    content,
    title: null,
    path: "",
    bars: scene.frame.refreshing !== true && scene.page.snapshot.components.some(isUptimeShown),
    ...(query === null ? {} : { live: true, noindex: true }),
  });
  if (!scene.frame.refreshing) cachePrintedPage(scene, printed);
  return printedPageResponse(request, printed, staleCopyHeaders(scene));
}
