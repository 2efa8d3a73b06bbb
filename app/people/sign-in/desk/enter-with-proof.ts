import { redirect } from "@remix-run/cloudflare";
import { sessionCookie } from "~/auth/session-cookie";
import { signedInStartPath } from "~/http/next-path";
import type { DeskRequest } from "~/ui/frame/desk";
import { onlyPageSlugOf } from "../../only-page";
import { deviceCookie } from "./device-cookie";
import { clearedSignInRequestCookie } from "./request-cookie";

type ProofResult = { kind: "session"; sessionToken: string; personId: string; device: string } | { kind: "address" };

/** Returns the page after a sign-in: the requested one, else Now of the only page, else the list of pages. */
export async function pathAfterSignIn({ ctx }: DeskRequest, personId: string, next: string): Promise<string> {
  const slug = next === signedInStartPath ? await onlyPageSlugOf(ctx, personId) : null;
  return slug === null ? next : `${signedInStartPath}/${slug}`;
}

/** Continues after a correct link or code: signed in, or with a verified address. */
export async function signInResponse(desk: DeskRequest, proven: ProofResult, next: string): Promise<Response> {
  const { ctx } = desk;
  const { origin } = ctx.config;
  const headers = new Headers();
  if (proven.kind === "session") {
    headers.append("Set-Cookie", sessionCookie(origin, proven.sessionToken));
    headers.append("Set-Cookie", deviceCookie(origin, proven.device));
  }
  headers.append("Set-Cookie", clearedSignInRequestCookie(origin));
  const isIn = proven.kind === "session";
  const to = isIn ? await pathAfterSignIn(desk, proven.personId, next) : "/manage/account?done=address-verified";
  return redirect(to, { status: 303, headers });
}
