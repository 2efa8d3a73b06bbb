import { data } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { toSafeNextPath } from "~/http/next-path";
import { throwFailureResponse } from "~/http/page-failure";
import { deskHandler, routeParam } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import { redeemSignInLink } from "../../spend-link";
import { readDeviceCookieValue } from "./device-cookie";
import { signInResponse } from "./enter-with-proof";
import { parseSignInRequestCookie } from "./request-cookie";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.sign_in");

/** Only the button signs in, so that software which opens links does not use this one up. */
export const action = deskHandler(async (desk) => {
  const { ctx, request } = desk;
  const asked = parseSignInRequestCookie(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const device = readDeviceCookieValue(request, ctx.config.origin);
  const done = await redeemSignInLink(ctx, {
    token: routeParam(desk, "token"),
    request: asked?.request ?? null,
    userAgent,
    device,
  });
  if (done.ok) return signInResponse(desk, done.value, toSafeNextPath(asked?.next));
  const { failure } = done;
  if (failure.name === "conflict" && failure.code === "other_browser")
    return data({ elsewhere: true }, { status: 409 });
  return throwFailureResponse(failure);
});

/** Explains that the link stays valid: it works where it was requested, and so does the code. */
function Elsewhere() {
  const { t } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t("link.elsewhere")} />
      <div className="grid max-w-prose gap-4">
        <p>{t("link.elsewhere_how")}</p>
        <p>{t("link.elsewhere_stranger")}</p>
      </div>
    </ManagementShell>
  );
}

export default function SignInLinkPage() {
  const { t } = useWords();
  const answer = useActionData<{ elsewhere: boolean }>();
  if (answer?.elsewhere) return <Elsewhere />;
  return (
    <ManagementShell narrow>
      <PageHead title={t("link.title")} note={t("link.about")} />
      <PostForm name="sign-in">
        <div>
          <Button look="primary">{t("link.button")}</Button>
        </div>
      </PostForm>
    </ManagementShell>
  );
}
