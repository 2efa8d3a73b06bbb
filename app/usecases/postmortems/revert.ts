import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type PostmortemTarget, postmortemTarget } from "~/rules/incidents/postmortem-input";
import type { Done } from "../change/answers";
import { changePostmortem } from "./step";

export type { PostmortemTarget };

/** Takes a published one back: visitors no longer see it, the text stays a draft. Failures: conflict, gone, missing. */
export async function revertPostmortem(ctx: Ctx, given: PostmortemTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(postmortemTarget, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), ...target } = parsed.value;
  return changePostmortem(ctx, { ...target, commitId }, { step: "revert" });
}
