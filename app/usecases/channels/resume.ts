import { channel } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { ChannelTarget } from "~/rules/telling/channel-input";
import type { Done } from "../change/answers";
import { stepChannel } from "./step";

/** Told again, from the next notice on; why it was off is forgotten. Failures: conflict, missing. */
export const resumeChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  stepChannel(ctx, given, ({ id, pageId, disabledAt, disabledReason }) => {
    const on = { disabledAt: null, disabledReason: null };
    return {
      action: "channel.resume",
      changes: updateRows(channel, pageId, [{ id, ...on, updatedAt: ctx.now() }]),
      before: { disabledAt, disabledReason },
      after: on,
    };
  });
