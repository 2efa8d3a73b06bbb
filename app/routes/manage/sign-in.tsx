import type { MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requestCookie } from "~/auth/request-cookie";
import { clientAddressOf } from "~/http/client-address";
import type { Guard } from "~/http/guard";
import { safeNext } from "~/http/next";
import { knownBrowser } from "~/ui/manage/browser-words";
import { Fold, PageHead, Verbatim } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { AddressForm } from "~/ui/manage/sign-in-form";
import { requestSignIn } from "~/usecases/people/request-sign-in";
import { onDesk } from "./desk";
import { readPosted, refuse, typed } from "./posted";

export { clientAction } from "./client-action";

export const handle = { hydrate: true, guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Sign in · Upfront" }];

const withNext = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`;

/** Who is signed in already goes where they wanted to go. */
export const loader = onDesk(async ({ ctx, url }) => {
  const next = safeNext(url.searchParams.get("next"));
  if (ctx.actor.kind === "person") throw redirect(next, 303);
  return { action: withNext("/manage/sign-in", next) };
});

/** One answer for every address, so that nobody learns which have an account. */
export const action = onDesk(async (desk) => {
  const { ctx, request, url } = desk;
  const posted = await readPosted(desk);
  const asked = await requestSignIn(ctx, {
    address: typed(posted.fields, "address"),
    from: clientAddressOf(request),
    browser: knownBrowser(request.headers.get("user-agent")),
  });
  if (!asked.ok) return refuse(posted, asked.failure);
  const next = safeNext(url.searchParams.get("next"));
  const headers = { "Set-Cookie": requestCookie(ctx.config.origin, asked.value.request, next) };
  return redirect(withNext("/manage/sign-in/code", next), { status: 303, headers });
});

export default function SignIn() {
  const { action } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead title="Sign in" note="There are no passwords here: a mail with a link and a code signs you in." />
      <AddressForm action={action} />
      <Fold title="No mail, or no address here yet?">
        <p className="max-w-prose">
          The operator's console prints a one-time link at the first start. For a new one run this where the deployment
          runs:
        </p>
        <Verbatim label="Command for a new link">npm run token</Verbatim>
        <p className="max-w-prose">
          Such a link works once and for 60 minutes. Open it in this browser and press its button.
        </p>
      </Fold>
    </Shell>
  );
}
