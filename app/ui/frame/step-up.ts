import { redirect } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import { orThrow } from "./desk";

/** A file, or the way to sign in again, which leads back to it: for a link there is no form to be kept meanwhile. */
export function orSignInAgain<T>({ pathname, search }: URL, file: Result<T>): T {
  const isLate = !file.ok && "code" in file.failure && file.failure.code === "step_up";
  if (isLate) throw redirect(`/manage/sign-in?again&next=${encodeURIComponent(`${pathname}${search}`)}`, 303);
  return orThrow(file);
}
