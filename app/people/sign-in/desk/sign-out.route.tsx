import { redirect } from "@remix-run/cloudflare";
import { clearedCookie } from "~/auth/session-cookie";
import type { RouteGuard } from "~/http/guard";
import { onDesk, orThrow } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import { signOut } from "../../sessions";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.sign_out");

export const action = onDesk(async ({ ctx }) => {
  orThrow(await signOut(ctx));
  const headers = { "Set-Cookie": clearedCookie(ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
});

export default function SignOut() {
  const { t } = useWords();
  return (
    <Shell narrow>
      <PageHead title={t("page.sign_out")} />
      <PostForm name="sign-out">
        <div>
          <Button look="primary">{t("sign_out.button")}</Button>
        </div>
      </PostForm>
    </Shell>
  );
}
