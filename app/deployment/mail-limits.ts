import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { type ShownMailLimit, shownMailLimits } from "~/plan/mail-limits";
import type { Ctx } from "~/platform/ctx";
import { askMailLimits } from "~/platform/machine";

/** Returns the limits of this machine's email listener, and how often each was reached; empty when there is none. */
export async function readMailLimits(ctx: Ctx): Promise<Result<ShownMailLimit[]>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const reached = await askMailLimits(ctx.bindings);
  return ok(reached === undefined ? [] : shownMailLimits(reached));
}
