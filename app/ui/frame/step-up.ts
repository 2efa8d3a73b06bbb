import { redirect } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import { unwrapOrThrow } from "./desk";

/**
 * Returns a file; throws a redirect to sign in again, which leads back to the file, because a link has no form to keep
 * meanwhile.
 */
export function unwrapFileOrRedirectToSignIn<T>({ pathname, search }: URL, file: Result<T>): T {
  const isLate = !file.ok && "code" in file.failure && file.failure.code === "step_up";
  if (isLate) throw redirect(`/manage/sign-in?again&next=${encodeURIComponent(`${pathname}${search}`)}`, 303);
  return unwrapOrThrow(file);
}
