import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { askedIn } from "~/auth/request-cookie";
import { clientAddressOf } from "~/http/client-address";
import type { Guard } from "~/http/guard";
import { safeNext } from "~/http/next";
import { tryCode } from "~/usecases/people/try-code";
import { securityEvent } from "~/usecases/security/security-event";
import { onDesk } from "../frame/desk";
import { Shell } from "../frame/shell";
import { PageHead } from "../parts/list";
import { readPosted, showFailure, typed } from "../parts/posted";
import { enterWith } from "./proven";
import { CodeForm } from "./sign-in-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Enter code · Upfront" }];

export const loader = onDesk(async ({ url }) => ({ next: safeNext(url.searchParams.get("next")) }));

export const action = onDesk(async (desk) => {
  const { ctx, request, url } = desk;
  const posted = await readPosted(desk);
  const userAgent = request.headers.get("user-agent");
  const asked = askedIn(request, ctx.config.origin);
  const done = await tryCode(ctx, { code: typed(posted.fields, "code"), request: asked?.request ?? null, userAgent });
  if (!done.ok && done.failure.name === "invalid") securityEvent(ctx, "bad_code", { from: clientAddressOf(request) });
  return done.ok
    ? enterWith(desk, done.value, safeNext(url.searchParams.get("next")))
    : showFailure(posted, done.failure);
});

export default function SignInCode() {
  const { next } = useLoaderData<typeof loader>();
  const query = `?next=${encodeURIComponent(next)}`;
  return (
    <Shell narrow>
      <PageHead title="Check your email" />
      <div className="grid max-w-prose gap-4">
        <p>If this address has an account, we sent it a link and a code. Both work once and expire after 10 minutes.</p>
        <p>
          Open the link in this browser, or enter the code here if the email is on your phone. Only the latest email
          works.
        </p>
      </div>
      <CodeForm action={`/manage/sign-in/code${query}`} submit="Sign in" />
      <p>
        No email after a minute? Check your spam folder, or{" "}
        <Link to={`/manage/sign-in${query}`} className="-my-3 inline-block py-3">
          ask again
        </Link>
        .
      </p>
    </Shell>
  );
}
