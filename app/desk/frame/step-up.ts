import { redirect } from "@remix-run/cloudflare";
import { throwFailure } from "~/http/page-failure";
import { isFreshProof } from "~/rules/people/session";
import type { Desk } from "./desk";

function isProven({ actor, now }: Desk["ctx"]): boolean {
  const provenAt = actor.kind === "person" ? (actor.provenAt ?? 0) : 0;
  return isFreshProof(provenAt, now());
}

/**
 * For what gives away access: whoever sits there has signed in within the last ten minutes, by whatever way in they have.
 * Else the page that says so; what was typed is kept there, and sent again after it.
 */
export function mustBeProven({ ctx }: Pick<Desk, "ctx">): void {
  if (!isProven(ctx)) throwFailure({ name: "unauthenticated", code: "step_up" });
}

/** The same for a file: signing in again leads to it. */
export function mustBeProvenToRead({ ctx, url }: Pick<Desk, "ctx" | "url">): void {
  const next = encodeURIComponent(`${url.pathname}${url.search}`);
  if (!isProven(ctx)) throw redirect(`/manage/sign-in?again&next=${next}`, 303);
}
