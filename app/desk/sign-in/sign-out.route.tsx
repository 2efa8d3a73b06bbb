import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { clearedCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { signOut } from "~/usecases/people/sessions";
import { onDesk, orThrow } from "../frame/desk";
import { Shell } from "../frame/shell";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { PageHead } from "../parts/list";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Sign out · Upfront" }];

export const action = onDesk(async ({ ctx }) => {
  orThrow(await signOut(ctx));
  const headers = { "Set-Cookie": clearedCookie(ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
});

export default function SignOut() {
  return (
    <Shell narrow>
      <PageHead title="Sign out" />
      <PostForm name="sign-out">
        <div>
          <Button look="primary">Sign out of this browser</Button>
        </div>
      </PostForm>
    </Shell>
  );
}
