import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { sessionCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { startPage } from "~/http/next";
import { Button } from "~/ui/manage/button";
import { PostForm } from "~/ui/manage/form";
import { PageHead } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { useConsoleLink as spendConsoleLink } from "~/usecases/people/use-console-link";
import { onDesk, orThrow, param } from "./desk";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Sign in · Upfront" }];

/** Only the button signs in: whatever opens links by itself must not use this one up (protocols §8). */
export const action = onDesk(async (desk) => {
  const userAgent = desk.request.headers.get("user-agent");
  const signedIn = orThrow(await spendConsoleLink(desk.ctx, { token: param(desk, "token"), userAgent }));
  const cookie = sessionCookie(desk.ctx.config.origin, signedIn.sessionToken);
  return redirect(startPage, { status: 303, headers: { "Set-Cookie": cookie } });
});

export default function SignInLink() {
  return (
    <Shell>
      <PageHead title="Sign in" note="This link works once. Whoever presses first is signed in, in this browser." />
      <PostForm name="sign-in">
        <div>
          <Button look="primary">Sign in</Button>
        </div>
      </PostForm>
    </Shell>
  );
}
