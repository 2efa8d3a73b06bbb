import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type PublishPostmortemInput, publishPostmortemInput } from "../rules/postmortem-input";
import { changePostmortem } from "./postmortem-step";

export type { PublishPostmortemInput };

/**
 * Publishes it to visitors, with `body` as its text if given; notifies subscribers if chosen. Failures: invalid,
 * conflict, gone, missing.
 */
export const publishPostmortem = (ctx: Ctx, given: PublishPostmortemInput): Promise<Result<ChangeResult>> =>
  changePostmortem(ctx, "publish", publishPostmortemInput, given);
