import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type PostmortemTarget, postmortemTarget } from "../rules/postmortem-input";
import { changePostmortem } from "./postmortem-step";

export type { PostmortemTarget };

/** Reverts a published one: visitors no longer see it, the text stays as a draft. Failures: conflict, gone, missing. */
export const revertPostmortem = (ctx: Ctx, given: PostmortemTarget): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "revert", postmortemTarget, given);
