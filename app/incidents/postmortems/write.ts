import type { Done } from "~/change/answers";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type WritePostmortemInput, writePostmortemInput } from "../rules/postmortem-input";
import { changePostmortem } from "./step";

export type { WritePostmortemInput };

/** Keeps the text: a draft is seen by the team only, a published one is corrected for everybody. Failures: invalid, conflict, gone, missing. */
export const writePostmortem = (ctx: Ctx, given: WritePostmortemInput): Promise<Result<Done>> =>
  changePostmortem(ctx, "write", writePostmortemInput, given);
