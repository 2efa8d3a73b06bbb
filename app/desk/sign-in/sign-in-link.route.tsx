import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { askedIn } from "~/auth/request-cookie";
import type { Guard } from "~/http/guard";
import { safeNext } from "~/http/next";
import { throwFailure } from "~/http/page-failure";
import { spendLink } from "~/usecases/people/spend-link";
import { onDesk, param } from "../frame/desk";
import { Shell } from "../frame/shell";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { PageHead } from "../parts/list";
import { enterWith } from "./proven";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Sign in · Upfront" }];

/** Only the button signs in: whatever opens links by itself must not use this one up. */
export const action = onDesk(async (desk) => {
  const { ctx, request } = desk;
  const asked = askedIn(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const done = await spendLink(ctx, { token: param(desk, "token"), request: asked?.request ?? null, userAgent });
  if (done.ok) return enterWith(desk, done.value, safeNext(asked?.next));
  const { failure } = done;
  if (failure.name === "conflict" && failure.code === "other_browser")
    return data({ elsewhere: true }, { status: 409 });
  return throwFailure(failure);
});

/** The link stays good: it works where it was asked for, and so does the code. */
function Elsewhere() {
  return (
    <Shell narrow>
      <PageHead title="Enter the code where you started" />
      <div className="grid max-w-prose gap-4">
        <p>
          This email was requested in another browser or on another device. Go back there and enter the code from the
          email.
        </p>
        <p>Didn’t request it? Someone else entered your address. They can’t sign in without the code.</p>
      </div>
    </Shell>
  );
}

export default function SignInLink() {
  const answer = useActionData<{ elsewhere: boolean }>();
  if (answer?.elsewhere) return <Elsewhere />;
  return (
    <Shell narrow>
      <PageHead title="One more step" note="Press the button to finish signing in. The link works once." />
      <PostForm name="sign-in">
        <div>
          <Button look="primary">Sign in</Button>
        </div>
      </PostForm>
    </Shell>
  );
}
