import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { channel } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneChannel } from "./one";
import { forgetChannel } from "./queries/channel";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Deletes a channel with its deliveries. Failures: conflict, missing. */
export const deleteChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneChannel, input: channelTarget }, given, ({ row: { id, pageId, kind, name } }) =>
    ok({
      action: "channel.delete",
      changes: [...forgetChannel(pageId, id), ...deleteRows(channel, pageId, [{ id }])],
      before: { kind, name },
    }),
  );
