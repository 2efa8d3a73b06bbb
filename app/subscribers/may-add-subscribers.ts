import { permitStepUpActionNow } from "~/change/commit";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

/**
 * Requires a recent sign-in for a page that is not public, because its subscribers are sent what the page would not
 * show them.
 */
export const permitAddingSubscribers = (ctx: Ctx, { visibility }: { visibility: string }): Result<true> =>
  visibility === "public" ? ok(true) : permitStepUpActionNow(ctx, "subscriber.let_in");
