import type { MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { safeNext } from "~/http/next";
import { PageHead, Verbatim } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { onDesk } from "./desk";

export const handle = { guard: { kind: "token-link" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Sign in · Upfront" }];

/** Who is signed in already goes where they wanted to go. */
export const loader = onDesk(async ({ ctx, url }) => {
  if (ctx.actor.kind === "person") throw redirect(safeNext(url.searchParams.get("next")), 303);
  return null;
});

export default function SignIn() {
  return (
    <Shell>
      <PageHead title="Sign in" note="There are no passwords here: a one-time link signs you in." />
      <div className="grid max-w-prose gap-4">
        <p>
          The operator's console prints such a link at the first start. For a new one run this where the deployment
          runs:
        </p>
        <Verbatim label="Command for a new link">npm run token</Verbatim>
        <p>A link works once and for 60 minutes. Open it in this browser and press its button.</p>
      </div>
    </Shell>
  );
}
