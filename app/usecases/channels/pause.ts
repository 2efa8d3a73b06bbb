import { channel } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { ChannelTarget } from "~/rules/telling/channel-input";
import type { Done } from "../change/answers";
import { stepChannel } from "./step";

/** Nothing is told to it from now on; what is on its way is dropped. Failures: conflict, missing. */
export const pauseChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  stepChannel(ctx, given, ({ id, pageId, disabledAt }) => {
    const off = { disabledAt: disabledAt ?? ctx.now() };
    return {
      action: "channel.pause",
      changes: updateRows(channel, pageId, [{ id, ...off, updatedAt: ctx.now() }]),
      before: { disabledAt },
      after: off,
    };
  });
