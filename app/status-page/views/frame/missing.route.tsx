import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readerKeyringOf } from "~/auth/keyring";
import type { RouteGuard } from "~/http/guard";
import { reservedSlugs } from "~/pages/rules/reserved-slugs";
import { readVisiblePage } from "../../see";
import { findMovedPathOrFailure } from "./moved-path";
import { failureContextWithoutPage, failurePageResponse, isPageSlug } from "./print-failure";
import { publicPageResponse } from "./show";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const failure = { name: "missing" } as const;

async function isSeen({ request, context: { ctx } }: LoaderFunctionArgs, slug: string): Promise<boolean> {
  if (!isPageSlug(slug) || reservedSlugs.has(slug)) return false;
  return (await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin))).ok;
}

/**
 * Responds to any other address. Below a page that the reader may see, it is what was there before the page was
 * imported, or the page's own 404; otherwise the response for an unknown page.
 */
export const loader = async (args: LoaderFunctionArgs): Promise<Response> => {
  const { request, context } = args;
  const [, slug = ""] = new URL(request.url).pathname.split("/");
  if (await isSeen(args, slug))
    return publicPageResponse(args, slug, ({ page }) => findMovedPathOrFailure(args, page.snapshot, { failure }));
  return failurePageResponse(
    { request, ctx: context.ctx },
    failure,
    failureContextWithoutPage(slug, context.hostPage, context.reader),
  );
};
