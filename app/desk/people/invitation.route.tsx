import { data, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deviceCookie } from "~/auth/device-cookie";
import { sessionCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { signInPath } from "~/http/next";
import { acceptInvitation } from "~/usecases/invitations/accept";
import { readInvitation, type ShownInvitation } from "~/usecases/invitations/read";
import { onDesk, orThrow, param } from "../frame/desk";
import { Shell } from "../frame/shell";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card, PageHead } from "../parts/list";
import { readPosted, showFailure, typed } from "../parts/posted";
import { roleWords } from "../parts/words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Invitation · Upfront" }];

/** Shows and changes nothing: mail scanners follow links. */
export const loader = onDesk(async (desk) => {
  const shown = orThrow(await readInvitation(desk.ctx, { token: param(desk, "token") }));
  return data(shown, { status: shown.over ? 410 : 200 });
});

export const action = onDesk(async (desk) => {
  const { ctx, request } = desk;
  const posted = await readPosted(desk);
  const userAgent = request.headers.get("user-agent");
  const given = { token: param(desk, "token"), name: typed(posted.fields, "name"), userAgent };
  const done = await acceptInvitation(ctx, given);
  // Used meanwhile: the page itself says whom to ask.
  if (!done.ok && done.failure.name === "gone") return redirect(new URL(request.url).pathname, 303);
  if (!done.ok && done.failure.name === "unauthenticated") return redirect(signInPath(desk.url.pathname), 303);
  if (!done.ok) return showFailure(posted, done.failure);
  const { slug, sessionToken, device } = done.value;
  const headers = new Headers();
  if (sessionToken) headers.append("Set-Cookie", sessionCookie(ctx.config.origin, sessionToken));
  if (device) headers.append("Set-Cookie", deviceCookie(ctx.config.origin, device));
  return redirect(`/manage/${slug}?done=joined`, { status: 303, headers });
});

function Over({ pageName, inviter }: ShownInvitation) {
  return (
    <Shell narrow>
      <PageHead title="This invitation has expired" />
      <p className="max-w-prose">
        It has been used or taken back, or its 7 days have passed. Ask <bdi>{inviter ?? "an owner"}</bdi> of{" "}
        <bdi>{pageName}</bdi> for a new one.
      </p>
    </Shell>
  );
}

export default function Invitation() {
  const invitation = useLoaderData<() => Promise<ShownInvitation>>();
  if (invitation.over) return <Over {...invitation} />;
  const { pageName, role, inviter, joiningAs, asksName, signInFirst } = invitation;
  return (
    <Shell narrow>
      <PageHead title={`Join ${pageName}`} />
      <p className="max-w-prose">
        {inviter ? <bdi>{inviter}</bdi> : "Someone"} invited you to help manage the status page{" "}
        <strong>{pageName}</strong> as {roleWords[role].toLowerCase()}.
        {joiningAs ? (
          <>
            {" "}
            You are signed in and join as <bdi>{joiningAs}</bdi>.
          </>
        ) : null}
        {signInFirst ? " You have an account here: sign in, and this page comes back." : null}
      </p>
      <PostForm name="accept">
        {asksName ? (
          <Card>
            <TextField name="name" label="Your name" hint="As the team sees it." autoComplete="name" required />
          </Card>
        ) : null}
        <div>
          <Button look="primary">{signInFirst ? "Sign in to join" : "Join"}</Button>
        </div>
      </PostForm>
    </Shell>
  );
}
