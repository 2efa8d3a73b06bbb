import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { forgetHome, homePage } from "../../home";
import { contextWithoutPage, printFailure } from "../frame/print-failure";
import { showFront } from "./front";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/**
 * Answers `/` with the page that the operator chose, else with sign-in. If that page has moved, reads the choice once
 * more.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx } = args.context;
  const home = await homePage(ctx);
  if (!home.ok)
    return printFailure(
      { request: args.request, ctx: args.context.ctx },
      home.failure,
      contextWithoutPage(null, false, args.context.reader),
    );
  if (home.value === null) return new Response(null, { status: 303, headers: { location: "/manage/sign-in" } });
  const shown = await showFront(args, home.value, null);
  if (shown.status !== 404 || !forgetHome(ctx)) return shown;
  return loader(args);
}
