import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { countSubscriberFailuresStatement } from "../queries/batch";
import { endNoticesStatement, type NoticeRow, storeNoticeCountersStatement } from "../queries/notice";
import { isSubscriberAudience } from "../rules/notice";
import type { NoticeOutcome } from "../rules/notice-plan";
import { countersAfterRound } from "../rules/notice-plan";
import { readNoticeRound } from "./round";

/** Counts recipients who were frozen and never notified as not reached, so that the counters add up. */
async function countsOf(ctx: Ctx, notice: NoticeRow) {
  if (notice.expandedAt === null || notice.round > 0 || notice.next === 0) return [];
  const { sum, undone } = await readNoticeRound(ctx, notice);
  return [
    storeNoticeCountersStatement(
      notice.id,
      countersAfterRound(notice, { ...sum, told: sum.told - undone, again: sum.again + undone }),
    ),
  ];
}

/** Ends a notice that sends nothing more. */
export async function endNoticeAtOnce(ctx: Ctx, notice: NoticeRow, outcome: NoticeOutcome): Promise<void> {
  const counts = notice.expandedAt !== null && isSubscriberAudience(notice.audience);
  await runBatch(ctx, [
    ...(counts ? [countSubscriberFailuresStatement([notice], ctx.now())] : []),
    ...(await countsOf(ctx, notice)),
    endNoticesStatement([notice.id], outcome),
  ]);
}
