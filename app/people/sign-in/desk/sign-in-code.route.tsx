import { Link, useLoaderData } from "@remix-run/react";
import { recordSecurityEvent } from "~/audit/security/security-event";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { toSafeNextPath } from "~/http/next-path";
import { deskHandler } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { formFailureResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { redeemSignInCode } from "../../try-code";
import { readDeviceCookieValue } from "./device-cookie";
import { signInResponse } from "./enter-with-proof";
import { parseSignInRequestCookie } from "./request-cookie";
import { SignInCodeForm } from "./sign-in-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.code");

export const loader = deskHandler(async ({ url }) => ({ next: toSafeNextPath(url.searchParams.get("next")) }));

export const action = deskHandler(async (desk) => {
  const { ctx, request, url } = desk;
  const posted = await readPostedForm(desk);
  const userAgent = request.headers.get("user-agent");
  const device = readDeviceCookieValue(request, ctx.config.origin);
  const asked = parseSignInRequestCookie(request, ctx.config.origin);
  const done = await redeemSignInCode(ctx, {
    code: readPostedText(posted.fields, "code"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  if (!done.ok && done.failure.name === "invalid")
    recordSecurityEvent(ctx, "bad_code", { from: clientAddressOf(request) });
  return done.ok
    ? signInResponse(desk, done.value, toSafeNextPath(url.searchParams.get("next")))
    : formFailureResponse(posted, done.failure);
});

export default function SignInCodePage() {
  const { next } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  const query = `?next=${encodeURIComponent(next)}`;
  const again = (
    <Link to={`/manage/sign-in${query}`} className="-my-3 inline-block py-3">
      {t("code.again")}
    </Link>
  );
  return (
    <ManagementShell narrow>
      <PageHead title={t("code.title")} />
      <div className="grid max-w-prose gap-4">
        <p>{t("code.sent")}</p>
        <p>{t("code.how")}</p>
      </div>
      <SignInCodeForm action={`/manage/sign-in/code${query}`} submit={t("code.button")} />
      <p>{say("code.late", { again })}</p>
    </ManagementShell>
  );
}
