import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneChannel } from "./one";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Nothing is told to it from now on; what is on its way is dropped. Failures: conflict, missing. */
export const pauseChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneChannel, input: channelTarget }, given, ({ row: { disabledAt } }) => {
    const off = { disabledAt: disabledAt ?? ctx.now() };
    return ok({ action: "channel.pause", fields: off, before: { disabledAt }, after: off });
  });
