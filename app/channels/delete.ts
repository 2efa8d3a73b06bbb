import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { channel } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { channelAccess } from "./channel-access";
import { forgetChannel } from "./queries/channel";
import { type ChannelTarget, channelTarget } from "./rules/channel-input";

/** Deletes a channel with its deliveries. Failures: conflict, missing. */
export const deleteChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...channelAccess, input: channelTarget }, given, ({ row: { id, pageId, kind, name } }) =>
    ok({
      action: "channel.delete",
      changes: [...forgetChannel(pageId, id), ...deleteRows(channel, pageId, [{ id }])],
      before: { kind, name },
    }),
  );
