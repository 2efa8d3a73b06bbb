import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { channelAccess } from "./channel-access";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/**
 * Resumes a channel from the next notice on; the reason why it was off, and the receiver's wish to be left alone, are
 * deleted. Failures: conflict, missing.
 */
export const resumeChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { disabledAt, disabledReason } }) => {
    const on = { disabledAt: null, disabledReason: null };
    return ok({
      action: "channel.resume",
      fields: { ...on, retryAt: null },
      before: { disabledAt, disabledReason },
      after: on,
      wakes: true,
    });
  });
