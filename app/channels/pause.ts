import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { channelAccess } from "./channel-access";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Pauses a channel: it gets no more messages, and pending ones are dropped. Failures: conflict, missing. */
export const pauseChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { disabledAt } }) => {
    const off = { disabledAt: disabledAt ?? ctx.now() };
    return ok({ action: "channel.pause", fields: off, before: { disabledAt }, after: off });
  });
