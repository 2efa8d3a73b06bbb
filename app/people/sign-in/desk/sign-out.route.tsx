import { redirect } from "@remix-run/cloudflare";
import { expiredSessionCookieHeader } from "~/auth/session-cookie";
import type { RouteGuard } from "~/http/guard";
import { expiredLastPageCookieHeader } from "~/http/last-page";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import { signOut } from "../../sessions";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.sign_out");

export const action = deskHandler(async ({ ctx }) => {
  unwrapOrThrow(await signOut(ctx));
  const { origin } = ctx.config;
  const cookies = [expiredSessionCookieHeader(origin), expiredLastPageCookieHeader(origin)];
  const headers = new Headers(cookies.map((cookie) => ["Set-Cookie", cookie]));
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
});

export default function SignOutPage() {
  const { t } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t("page.sign_out")} />
      <PostForm name="sign-out">
        <div>
          <Button look="primary">{t("sign_out.button")}</Button>
        </div>
      </PostForm>
    </ManagementShell>
  );
}
