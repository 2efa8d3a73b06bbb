import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { clearedCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { Button } from "~/ui/manage/button";
import { PostForm } from "~/ui/manage/form";
import { PageHead } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { signOut } from "~/usecases/people/sessions";
import { onDesk, orThrow } from "./desk";

export { clientAction } from "./client-action";

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
