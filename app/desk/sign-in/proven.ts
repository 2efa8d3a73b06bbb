import { redirect } from "@remix-run/cloudflare";
import { deviceCookie } from "~/auth/device-cookie";
import { clearedRequestCookie } from "~/auth/request-cookie";
import { sessionCookie } from "~/auth/session-cookie";
import type { Desk } from "../frame/desk";

type Proven = { kind: "session"; sessionToken: string; device: string } | { kind: "address" };

/** On from a link or a code that was right: signed in, or with an address that counts now. */
export function enterWith({ ctx }: Desk, proven: Proven, next: string): Response {
  const { origin } = ctx.config;
  const headers = new Headers();
  if (proven.kind === "session") {
    headers.append("Set-Cookie", sessionCookie(origin, proven.sessionToken));
    headers.append("Set-Cookie", deviceCookie(origin, proven.device));
  }
  headers.append("Set-Cookie", clearedRequestCookie(origin));
  return redirect(proven.kind === "session" ? next : "/manage/account?done=address-verified", { status: 303, headers });
}
