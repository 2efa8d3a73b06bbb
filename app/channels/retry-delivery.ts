import { type Done, missing } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { fail, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { isTestDelivery } from "./delivery-view";
import { oneChannel } from "./one";
import { channelById, oneDelivery, reviveDelivery } from "./queries/channel";
import { type ChannelDeliveryTarget, channelDeliveryTarget } from "./rules/channel-input";

const refused = (code: string, detail: Refusal) => fail({ name: "conflict", code, detail });

/**
 * Sends again what did not arrive, with all its waits before it. Failures: missing, conflict (`not_failed`: it arrived
 * or is on its way; `channel_off`).
 */
export const retryDelivery = (ctx: Ctx, given: ChannelDeliveryTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneChannel,
      input: channelDeliveryTarget,
      row: (_, { pageId, channelId }) => channelById(ctx, pageId, channelId),
      facts: (_, { pageId, channelId, id }) => ({ delivery: oneDelivery(ctx, pageId, channelId, id) }),
    },
    given,
    ({ row, input: { id: notice }, delivery: [delivery] }) => {
      if (!delivery) return missing;
      if (delivery.state !== "dead" || isTestDelivery(notice)) {
        return refused("not_failed", "notice.nothing");
      }
      if (row.disabledAt !== null) return refused("channel_off", "channel.off");
      return ok({
        action: "channel.retry",
        changes: [reviveDelivery(row.id, notice, ctx.now())],
        after: { notice },
        wakes: true,
      });
    },
  );
