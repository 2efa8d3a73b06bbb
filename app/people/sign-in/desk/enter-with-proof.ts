import { redirect } from "@remix-run/cloudflare";
import { sessionCookieHeader } from "~/auth/session-cookie";
import { signedInStartPath } from "~/http/next-path";
import type { DeskRequest } from "~/ui/frame/desk";
import { findOnlyPageSlug } from "../../only-page";
import { deviceCookieHeader } from "./device-cookie";
import { expiredSignInRequestCookieHeader } from "./request-cookie";

type ProofResult = { kind: "session"; sessionToken: string; personId: string; device: string } | { kind: "address" };

/** Returns the page after a sign-in: the requested one, else Now of the only page, else the list of pages. */
export async function findPathAfterSignIn({ ctx }: DeskRequest, personId: string, next: string): Promise<string> {
  const slug = next === signedInStartPath ? await findOnlyPageSlug(ctx, personId) : null;
  return slug === null ? next : `${signedInStartPath}/${slug}`;
}

/** Continues after a correct link or code: signed in, or with a verified address. */
export async function signInResponse(desk: DeskRequest, proven: ProofResult, next: string): Promise<Response> {
  const { ctx } = desk;
  const { origin } = ctx.config;
  const headers = new Headers();
  if (proven.kind === "session") {
    headers.append("Set-Cookie", sessionCookieHeader(origin, proven.sessionToken));
    headers.append("Set-Cookie", deviceCookieHeader(origin, proven.device));
  }
  headers.append("Set-Cookie", expiredSignInRequestCookieHeader(origin));
  const isIn = proven.kind === "session";
  const to = isIn ? await findPathAfterSignIn(desk, proven.personId, next) : "/manage/account?done=address-verified";
  return redirect(to, { status: 303, headers });
}
