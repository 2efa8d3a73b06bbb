import { Link, useLoaderData } from "@remix-run/react";
import { securityEvent } from "~/audit/security/security-event";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { safeNext } from "~/http/next-path";
import { onDesk } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { readPostedForm, showFailure, typedText } from "~/ui/parts/posted-form";
import { tryCode } from "../../try-code";
import { deviceMarkIn } from "./device-cookie";
import { enterWith } from "./enter-with-proof";
import { signInRequestIn } from "./request-cookie";
import { CodeForm } from "./sign-in-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.code");

export const loader = onDesk(async ({ url }) => ({ next: safeNext(url.searchParams.get("next")) }));

export const action = onDesk(async (desk) => {
  const { ctx, request, url } = desk;
  const posted = await readPostedForm(desk);
  const userAgent = request.headers.get("user-agent");
  const device = deviceMarkIn(request, ctx.config.origin);
  const asked = signInRequestIn(request, ctx.config.origin);
  const done = await tryCode(ctx, {
    code: typedText(posted.fields, "code"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  if (!done.ok && done.failure.name === "invalid") securityEvent(ctx, "bad_code", { from: clientAddressOf(request) });
  return done.ok
    ? enterWith(desk, done.value, safeNext(url.searchParams.get("next")))
    : showFailure(posted, done.failure);
});

export default function SignInCode() {
  const { next } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  const query = `?next=${encodeURIComponent(next)}`;
  const again = (
    <Link to={`/manage/sign-in${query}`} className="-my-3 inline-block py-3">
      {t("code.again")}
    </Link>
  );
  return (
    <Shell narrow>
      <PageHead title={t("code.title")} />
      <div className="grid max-w-prose gap-4">
        <p>{t("code.sent")}</p>
        <p>{t("code.how")}</p>
      </div>
      <CodeForm action={`/manage/sign-in/code${query}`} submit={t("code.button")} />
      <p>{say("code.late", { again })}</p>
    </Shell>
  );
}
