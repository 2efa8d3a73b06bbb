import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneChannel } from "./one";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Told again, from the next notice on; why it was off is forgotten, and that its other end asked to be left alone. Failures: conflict, missing. */
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
