import { data, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sessionCookieHeader } from "~/auth/session-cookie";
import type { RouteGuard } from "~/http/guard";
import { signInPath } from "~/http/next-path";
import { deskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, PageHead } from "~/ui/parts/list";
import { formFailureResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { acceptInvitation } from "../invitations/accept";
import { type InvitationPreview, readInvitationByToken } from "../invitations/verbs";
import { deviceCookieHeader } from "../sign-in/desk/device-cookie";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "invitation.title");

/** Shows the invitation and changes nothing, because mail scanners follow links. */
export const loader = deskHandler(async (desk) => {
  const shown = unwrapOrThrow(await readInvitationByToken(desk.ctx, { token: routeParam(desk, "token") }));
  return data(shown, { status: shown.over ? 410 : 200 });
});

export const action = deskHandler(async (desk) => {
  const { ctx, request } = desk;
  const posted = await readPostedForm(desk);
  const userAgent = request.headers.get("user-agent");
  const given = { token: routeParam(desk, "token"), name: readPostedText(posted.fields, "name"), userAgent };
  const done = await acceptInvitation(ctx, given);
  // The link was used meanwhile: the page itself says whom to ask.
  if (!done.ok && done.failure.name === "gone") return redirect(new URL(request.url).pathname, 303);
  if (!done.ok && done.failure.name === "unauthenticated") return redirect(signInPath(desk.url.pathname), 303);
  if (!done.ok) return formFailureResponse(posted, done.failure);
  const { slug, sessionToken, device } = done.value;
  const headers = new Headers();
  if (sessionToken) headers.append("Set-Cookie", sessionCookieHeader(ctx.config.origin, sessionToken));
  if (device) headers.append("Set-Cookie", deviceCookieHeader(ctx.config.origin, device));
  return redirect(`/manage/${slug}?done=joined`, { status: 303, headers });
});

function Over({ pageName, inviter }: InvitationPreview) {
  const { t, say } = useWords();
  const page = <bdi>{pageName}</bdi>;
  return (
    <ManagementShell narrow>
      <PageHead title={t("over.title")} />
      <p className="max-w-prose">
        {inviter === null
          ? say("over.about", { page })
          : say("over.about_inviter", { name: <bdi>{inviter}</bdi>, page })}
      </p>
    </ManagementShell>
  );
}

/** Explains who invites to which page, and as whom the visitor would join. */
function About({ pageName, role, inviter, joiningAs, signInFirst }: InvitationPreview) {
  const { t, say } = useWords();
  const page = (
    <strong>
      <bdi>{pageName}</bdi>
    </strong>
  );
  return (
    <div className="grid max-w-prose gap-2">
      <p>
        {inviter === null
          ? say(`invited.${role}`, { page })
          : say(`invited_by.${role}`, { name: <bdi>{inviter}</bdi>, page })}
      </p>
      {joiningAs === null ? null : <p>{say("invitation.joining_as", { name: <bdi>{joiningAs}</bdi> })}</p>}
      {signInFirst ? <p>{t("invitation.sign_in_first")}</p> : null}
    </div>
  );
}

export default function InvitationPage() {
  const invitation = useLoaderData<() => Promise<InvitationPreview>>();
  const { t } = useWords();
  if (invitation.over) return <Over {...invitation} />;
  const { pageName, asksName, signInFirst } = invitation;
  return (
    <ManagementShell narrow>
      <PageHead title={t("invitation.join_page", { page: pageName })} />
      <About {...invitation} />
      <PostForm name="accept">
        {asksName ? (
          <Card>
            <TextField
              name="name"
              label={t("invitation.name")}
              hint={t("invitation.name_hint")}
              autoComplete="name"
              required
            />
          </Card>
        ) : null}
        <div>
          <Button look="primary">{t(signInFirst ? "invitation.sign_in" : "invitation.join")}</Button>
        </div>
      </PostForm>
    </ManagementShell>
  );
}
