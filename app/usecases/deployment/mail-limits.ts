import type { Ctx } from "~/platform/ctx";
import { askMailLimits } from "~/platform/machine";
import { ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import { type ShownMailLimit, shownMailLimits } from "~/rules/plan/mail-limits";

/** What the email listener of this machine takes on, and how often that was reached; empty where there is none. */
export async function readMailLimits(ctx: Ctx): Promise<Result<ShownMailLimit[]>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const reached = await askMailLimits(ctx.bindings);
  return ok(reached === undefined ? [] : shownMailLimits(reached));
}
