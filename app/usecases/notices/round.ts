import { runBatch } from "~/db/commit";
import { type BatchRow, countFailures, failedInRound, roundTotals, undone } from "~/db/queries/batch";
import { endRound, lookAgain, type NoticeRow } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { hasBit } from "~/rules/bits";
import { afterRound, countersAfter, type RoundSum } from "~/rules/notice-plan";
import { leftBefore } from "~/rules/quarantine";

export const nothing: RoundSum = { told: 0, again: 0, refused: 0, left: 0 };

export const add = (a: RoundSum, b: RoundSum): RoundSum => ({
  told: a.told + b.told,
  again: a.again + b.again,
  refused: a.refused + b.refused,
  left: a.left + b.left,
});

function kindOf({ recipients, failed, reasons }: BatchRow, n: number): keyof RoundSum {
  if (hasBit(failed, n)) return "again";
  const reason = reasons?.[recipients[n] as string];
  if (reason === undefined) return "told";
  return reason === leftBefore ? "left" : "refused";
}

/** What a batch that is done came to. */
export function sumOf(row: BatchRow): RoundSum {
  const sum = { ...nothing };
  for (const n of row.recipients.keys()) sum[kindOf(row, n)] += 1;
  return sum;
}

/** The whole round as the database knows it; null while a batch of it is not done. */
async function readRound(ctx: Ctx, notice: NoticeRow): Promise<{ sum: RoundSum } | { until: number }> {
  const [[open], [totals], [failing]] = await read(
    ctx,
    undone(ctx, notice),
    roundTotals(ctx, notice),
    failedInRound(ctx, notice),
  );
  if (!open || open.count > 0) return { until: open?.until ?? 0 };
  const { recipients = 0, reasons = 0, left = 0 } = totals ?? {};
  const again = failing?.again ?? 0;
  return { sum: { told: recipients - reasons, again, refused: reasons - again - left, left } };
}

/** Only channels were told: that is not nobody. */
const endOf = (ctx: Ctx, notice: NoticeRow, sum: RoundSum) => {
  const end = afterRound(notice, sum, { now: ctx.now(), chance: ctx.chance() });
  return end.outcome === "nobody" && notice.scope.channels ? { ...end, outcome: "sent" as const } : end;
};

/**
 * Ends the round when all of it is done: the notice is over, or its next round has a time. `known` saves reading, for
 * who sent the whole round. Answers when to look again, null when it is over.
 */
export async function finishRound(ctx: Ctx, notice: NoticeRow, known: RoundSum | null): Promise<number | null> {
  const found = known ? { sum: known } : await readRound(ctx, notice);
  if ("until" in found) {
    const at = Math.max(found.until, ctx.now());
    await runBatch(ctx, [lookAgain(notice.id, at)]);
    return at;
  }
  const end = endOf(ctx, notice, found.sum);
  const counts = end.outcome !== null && found.sum.again > 0 && notice.audience === "subscribers";
  await runBatch(ctx, [
    ...(counts ? [countFailures(notice, ctx.now())] : []),
    endRound(notice, { counters: countersAfter(notice, found.sum), end }),
  ]);
  return end.nextAt;
}
