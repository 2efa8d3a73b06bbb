import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneChannel } from "./one";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/**
 * Resumes a channel from the next notice on; the reason why it was off, and the receiver's wish to be left alone, are
 * deleted. Failures: conflict, missing.
 */
export const resumeChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneChannel, input: channelTarget }, given, ({ row: { disabledAt, disabledReason } }) => {
    const on = { disabledAt: null, disabledReason: null };
    return ok({
      action: "channel.resume",
      fields: { ...on, retryAt: null },
      before: { disabledAt, disabledReason },
      after: on,
      wakes: true,
    });
  });
