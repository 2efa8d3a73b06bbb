import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type PostmortemTarget, postmortemTarget } from "../rules/postmortem-input";
import { changePostmortem } from "./postmortem-step";

export type { PostmortemTarget };

/** Deletes the text; the audit log keeps it. Failures: conflict, gone, missing. */
export const deletePostmortem = (ctx: Ctx, given: PostmortemTarget): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "delete", postmortemTarget, given);
