/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pageKeyCookieHeader } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import { readFormFieldText } from "~/http/commit-id";
import { makeCsrfToken } from "~/http/cross-site";
import type { RouteGuard } from "~/http/guard";
import { failureHeaders, failureHttpStatus } from "~/http/problem";
import { readWords } from "~/i18n/words";
import { unlockPage } from "../../unlock";
import { documentHeadWithoutPage } from "../frame/print-failure";
import { printedPageResponse, renderPublicPage } from "../frame/respond";
import { UnlockPage } from "./unlock-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/** On a page's own host the address has no slug in front. */
const prefixOf = ({ params, context }: LoaderFunctionArgs): string =>
  context.hostPage ? "" : `/${encodeURIComponent(params.page ?? "")}`;

/** Shows the form for any address, without revealing whether it has a page. */
async function form(args: LoaderFunctionArgs, failure: Failure | null): Promise<Response> {
  const prefix = prefixOf(args);
  const { language, theme } = args.context.reader;
  const spoken = await readWords(args.context.ctx, language ?? "en", "front");
  const wrong = failure && (failure.name === "limited" ? "limited" : "wrong");
  const shown = {
    words: spoken,
    action: `${prefix}/unlock`,
    token: await makeCsrfToken(args.context.ctx),
    signIn: args.context.hostPage ? null : `/manage/sign-in?next=${encodeURIComponent(prefix)}`,
    wrong,
    wait: failure?.name === "limited" ? failure.retryAfter * 1000 : 0,
  } as const;
  const title = spoken.t("unlock.heading");
  const about = { ...documentHeadWithoutPage, accent: null, theme };
  const printed = await renderPublicPage(
    { ...about, words: spoken, title, form: true },
    <UnlockPage {...shown} />,
    null,
  );
  return failure
    ? printedPageResponse(args.request, printed, failureHeaders(failure), failureHttpStatus(failure))
    : printedPageResponse(args.request, printed);
}

export const loader = (args: LoaderFunctionArgs): Promise<Response> => form(args, null);

export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, params, context } = args;
  const { ctx } = context;
  const passphrase = readFormFieldText(await request.formData(), "passphrase");
  const slug = params.page ?? "";
  const unlocked = await unlockPage(ctx, { slug, passphrase, clientAddress: clientAddressOf(request) });
  if (!unlocked.ok) return form(args, unlocked.failure);
  const { pageId, key } = unlocked.value;
  const headers = {
    location: prefixOf(args) || "/",
    "set-cookie": pageKeyCookieHeader(ctx.config.origin, pageId, key),
  };
  return new Response(null, { status: 303, headers });
}
