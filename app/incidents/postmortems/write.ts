import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type WritePostmortemInput, writePostmortemInput } from "../rules/postmortem-input";
import { changePostmortem } from "./postmortem-step";

export type { WritePostmortemInput };

/**
 * Saves the text: the team alone sees a draft, and a published one is corrected for everyone. Failures: invalid,
 * conflict, gone, missing.
 */
export const writePostmortem = (ctx: Ctx, given: WritePostmortemInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "write", writePostmortemInput, given);
