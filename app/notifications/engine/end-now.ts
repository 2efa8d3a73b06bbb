import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { countFailures } from "../queries/batch";
import { countEnded, endNotices, type NoticeRow } from "../queries/notice";
import { isToSubscribers } from "../rules/notice";
import type { NoticeOutcome } from "../rules/notice-plan";
import { countersAfter } from "../rules/notice-plan";
import { readRound } from "./round";

/** Who was frozen and never told counts as not reached, so that nobody is missing in its sum. */
async function countsOf(ctx: Ctx, notice: NoticeRow) {
  if (notice.expandedAt === null || notice.round > 0 || notice.next === 0) return [];
  const { sum, undone } = await readRound(ctx, notice);
  return [countEnded(notice.id, countersAfter(notice, { ...sum, told: sum.told - undone, again: sum.again + undone }))];
}

/** Ends a notice of which nothing more is sent. */
export async function endNow(ctx: Ctx, notice: NoticeRow, outcome: NoticeOutcome): Promise<void> {
  const counts = notice.expandedAt !== null && isToSubscribers(notice.audience);
  await runBatch(ctx, [
    ...(counts ? [countFailures([notice], ctx.now())] : []),
    ...(await countsOf(ctx, notice)),
    endNotices([notice.id], outcome),
  ]);
}
