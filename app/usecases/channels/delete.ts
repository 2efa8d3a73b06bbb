import { forgetChannel } from "~/db/queries/channel";
import { channel } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { ChannelTarget } from "~/rules/telling/channel-input";
import type { Done } from "../change/answers";
import { stepChannel } from "./step";

/** Deletes a channel with its deliveries. Failures: conflict, missing. */
export const deleteChannel = (ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> =>
  stepChannel(ctx, given, ({ id, pageId, kind, name }) => ({
    action: "channel.delete",
    changes: [forgetChannel(pageId, id), ...deleteRows(channel, pageId, [{ id }])],
    before: { kind, name },
  }));
