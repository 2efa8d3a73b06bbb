import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/failure";
import { type UpdatePageInput, updatePageInput } from "~/rules/input/page";
import { parseInput } from "~/rules/input/parse";
import { permit } from "~/rules/permission";

type Branding = Pick<UpdatePageInput, "pageId" | "accent" | "links">;

/** Whether these would be taken; nothing is saved. Failures: invalid. */
export function checkBranding(ctx: Ctx, given: Branding): Result<Branding> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  return may.ok ? parseInput(updatePageInput, given) : may;
}
