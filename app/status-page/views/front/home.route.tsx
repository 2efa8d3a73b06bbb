import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { forgetHomeSlug, readHomeSlug } from "../../home";
import { failureContextWithoutPage, failurePageResponse } from "../frame/print-failure";
import { frontPageResponse } from "./front";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/**
 * Responds to `/` with the page that the operator chose, otherwise with sign-in. If that page has moved, reads the
 * choice once more.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx } = args.context;
  const home = await readHomeSlug(ctx);
  if (!home.ok)
    return failurePageResponse(
      { request: args.request, ctx: args.context.ctx },
      home.failure,
      failureContextWithoutPage(null, false, args.context.reader),
    );
  if (home.value === null) return new Response(null, { status: 303, headers: { location: "/manage/sign-in" } });
  const shown = await frontPageResponse(args, home.value, null);
  if (shown.status !== 404 || !forgetHomeSlug(ctx)) return shown;
  return loader(args);
}
