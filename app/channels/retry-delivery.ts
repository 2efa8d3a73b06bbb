import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { noticesByIdsQuery } from "~/notifications/queries/notice";
import { isNewerNews, type OrderedNews } from "~/notifications/rules/overtaken-messages";
import type { Ctx } from "~/platform/ctx";
import { isTestDeliveryId } from "./deliveries";
import {
  type ChannelDeliveryRow,
  channelByIdQuery,
  channelDeliveryOfNoticeQuery,
  reviveDeliveryStatement,
} from "./queries/channel";
import { newsAroundDeliveriesQuery } from "./queries/overtaken-deliveries";
import { type ChannelDeliveryTargetInput, channelDeliveryTargetInputSchema } from "./rules/channel-input";
import { channelChangeTarget } from "./verbs";

const refused = (code: string, detail: Refusal) => fail({ name: "conflict", code, detail });

const canGoAgain = ({ state }: ChannelDeliveryRow, noticeId: string): boolean =>
  (state === "dead" || state === "overtaken") && !isTestDeliveryId(noticeId);

/**
 * Returns the newest delivered notice of the same subject, or this notice if there is none, because an older message is
 * never sent after a newer one.
 */
async function newestOf(ctx: Ctx, { channelId, noticeId, createdAt: begunAt }: ChannelDeliveryRow): Promise<string> {
  const [around, [notice]] = await readBatch(
    ctx,
    newsAroundDeliveriesQuery(ctx, [{ channelId, noticeId }], ctx.now()),
    noticesByIdsQuery(ctx, [noticeId]),
  );
  if (!notice) return noticeId;
  const { kind, subjectId, sequence } = notice;
  const itself: OrderedNews = { noticeId, kind, subjectId, sequence, begunAt };
  const told = around.filter((each) => each.told === 1);
  return told.reduce((best, each) => (isNewerNews(each, best) ? each : best), itself).noticeId;
}

/**
 * Sends a failed delivery again, with all its retries; when newer messages of its subject were sent since, it sends the
 * newest instead. Failures: missing, conflict (`not_failed`: it arrived or is pending; `channel_off`).
 */
export const retryDelivery = (ctx: Ctx, given: ChannelDeliveryTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...channelChangeTarget,
      input: channelDeliveryTargetInputSchema,
      row: (_, { pageId, channelId }) => channelByIdQuery(ctx, pageId, channelId),
      facts: (_, { pageId, channelId, id }) => ({ delivery: channelDeliveryOfNoticeQuery(ctx, pageId, channelId, id) }),
    },
    given,
    async ({ row, input: { id }, delivery: [delivery] }) => {
      if (!delivery) return missingFailure;
      if (!canGoAgain(delivery, id)) return refused("not_failed", "notice.nothing");
      if (row.disabledAt !== null) return refused("channel_off", "channel.off");
      const notice = await newestOf(ctx, delivery);
      return ok({
        action: "channel.retry",
        changes: [reviveDeliveryStatement(row.id, notice, ctx.now())],
        after: { notice },
        wakes: true,
      });
    },
  );
