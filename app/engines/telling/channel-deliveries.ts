import { channelsThatWant } from "~/db/queries/channel";
import type { NoticeRow } from "~/db/queries/notice";
import { read } from "~/db/read";
import { channelDelivery } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { isSevereEnough } from "~/rules/basics/severity";
import { teamMessage } from "../letters/team-message";

/**
 * The deliveries of a team notice, by the events and the severity that each channel of its page wants; to be written in
 * the batch that begins it. Empty when nobody wants it or there is nothing to tell any more. Reads ≤ 4 statements.
 */
export async function channelDeliveriesFor(ctx: Ctx, notice: NoticeRow): Promise<Statement[]> {
  const [wanting] = await read(ctx, channelsThatWant(ctx, notice.pageId, notice.kind));
  if (wanting.length === 0) return [];
  const message = wanting.some(({ minimumSeverity }) => minimumSeverity !== null)
    ? await teamMessage(ctx, notice)
    : { severity: null };
  const told = message ? wanting.filter((each) => isSevereEnough(message.severity, each.minimumSeverity)) : [];
  const [now, pageId] = [ctx.now(), notice.pageId];
  return insertRows(
    channelDelivery,
    told.map(({ id }) => ({
      channelId: id,
      noticeId: notice.id,
      pageId,
      state: "due",
      attempts: [],
      dueAt: now,
      createdAt: now,
    })),
  );
}
