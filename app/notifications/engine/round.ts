import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { hasBit } from "~/text/bits";
import { minuteMs } from "~/time/durations";
import {
  countSubscriberFailuresStatement,
  failedRecipientCountsQuery,
  firstRetryTimeOfRoundQuery,
  type NoticeBatchRow,
  recipientTotalsOfRoundQuery,
  undoneBatchesOfRoundQuery,
} from "../queries/batch";
import { endMissedNoticeStatements, recordMissedNoticeStatements } from "../queries/missed-notices";
import { endNoticeRoundsStatement, type NoticeRoundResult, type NoticeRow } from "../queries/notice";
import { delayNoticesStatement } from "../queries/notice-wait";
import { isMissedSummaryNotice } from "../rules/missed-events";
import { isSubscriberAudience } from "../rules/notice";
import { countersAfterRound, decideNoticeRoundEnd, type NoticeRoundSum, type RetryGroup } from "../rules/notice-plan";
import { leftRecipientReason } from "../rules/quarantine";

export const emptyNoticeRoundSum: NoticeRoundSum = { told: 0, unknown: 0, again: 0, refused: 0, left: 0 };

export const addNoticeRoundSums = (a: NoticeRoundSum, b: NoticeRoundSum): NoticeRoundSum => ({
  told: a.told + b.told,
  unknown: a.unknown + b.unknown,
  again: a.again + b.again,
  refused: a.refused + b.refused,
  left: a.left + b.left,
});

function kindOf({ recipients, failed, unknown, reasons }: NoticeBatchRow, n: number): keyof NoticeRoundSum {
  if (hasBit(unknown, n)) return "unknown";
  if (hasBit(failed, n)) return "again";
  const reason = reasons?.[recipients[n] as string];
  if (reason === undefined) return "told";
  return reason === leftRecipientReason ? "left" : "refused";
}

/** Returns the sums of a finished batch. */
export function roundSumOfNoticeBatch(row: NoticeBatchRow): NoticeRoundSum {
  const sum = { ...emptyNoticeRoundSum };
  for (const n of row.recipients.keys()) sum[kindOf(row, n)] += 1;
  return sum;
}

/**
 * Reads the whole round from the database. While `batches` of it are not done, their `undone` recipients are counted as
 * notified; `until` is the end of the last lease.
 */
export async function readNoticeRound(ctx: Ctx, notice: NoticeRow) {
  const [[open], [totals], [failing]] = await readBatch(
    ctx,
    undoneBatchesOfRoundQuery(ctx, notice),
    recipientTotalsOfRoundQuery(ctx, notice),
    failedRecipientCountsQuery(ctx, notice),
  );
  const { recipients = 0, reasons = 0, left = 0 } = totals ?? {};
  const { again = 0, unknown = 0 } = failing ?? {};
  const told = recipients - reasons - unknown;
  return {
    batches: open?.count ?? 0,
    undone: open?.recipients ?? 0,
    until: open?.until ?? 0,
    sum: { told, unknown, again, refused: reasons - again - left, left },
  };
}

/** Returns the recipients that the round was for. */
const roundOf = ({ scope, round }: NoticeRow): RetryGroup => (scope.unknown_round === round ? "unknown" : "failed");

/** Turns `nobody` into `sent` when channels were notified. */
const endOf = (ctx: Ctx, notice: NoticeRow, sum: NoticeRoundSum) => {
  const end = decideNoticeRoundEnd({ ...notice, of: roundOf(notice) }, sum, { now: ctx.now(), chance: ctx.chance() });
  return end.outcome === "nobody" && notice.scope.channels ? { ...end, outcome: "sent" as const } : end;
};

/** Returns the result of a round, to be written. */
export const noticeRoundResultOf = (ctx: Ctx, notice: NoticeRow, sum: NoticeRoundSum): NoticeRoundResult => ({
  notice,
  counters: countersAfterRound({ ...notice, of: roundOf(notice) }, sum),
  end: endOf(ctx, notice, sum),
});

/**
 * Longest wait that an endpoint may request, in ms; a longer one looks like a wrong clock
 * (notifications/queries/due-notices).
 */
const maxRetryWaitMs = 30 * minuteMs;

/**
 * Lets the next round wait for the first failed endpoint, up to `maxRetryWaitMs`, when all of them requested a later
 * call.
 */
async function waitAsAsked(ctx: Ctx, over: NoticeRoundResult, notice: NoticeRow): Promise<NoticeRoundResult> {
  const { end } = over;
  if (end.outcome !== null || notice.audience !== "endpoints") return over;
  const [[first]] = await readBatch(ctx, firstRetryTimeOfRoundQuery(ctx, notice));
  const nextAt = Math.max(end.nextAt, Math.min(first?.at ?? 0, ctx.now() + maxRetryWaitMs));
  return nextAt < notice.expiresAt ? { ...over, end: { ...end, nextAt } } : over;
}

/**
 * When no team member could be notified, the notice is stored for the first who can be; a summary of such notices waits
 * again.
 */
function endings(ctx: Ctx, over: NoticeRoundResult, notice: NoticeRow) {
  const ends = [endNoticeRoundsStatement([over])];
  if (over.end.outcome !== "nobody" || !isMissedSummaryNotice(notice)) return ends;
  const missed = { id: ctx.id(), now: ctx.now(), isMailAway: false, isUnderWay: false };
  const noted = recordMissedNoticeStatements(notice, missed);
  return [...noted, ...(notice.kind === "missed_notifications" ? endMissedNoticeStatements(notice, missed) : ends)];
}

/**
 * Ends the round when all its batches are done: the notice is over, or its next round has a time. `known` saves reading
 * when the caller sent the whole round. Returns when to look again, null when it is over.
 */
export async function finishNoticeRound(
  ctx: Ctx,
  notice: NoticeRow,
  known: NoticeRoundSum | null,
): Promise<number | null> {
  const found = known ? { sum: known, batches: 0, until: 0 } : await readNoticeRound(ctx, notice);
  if (found.batches > 0) {
    const until = Math.max(found.until, ctx.now());
    await runBatch(ctx, [delayNoticesStatement({ notices: [notice], until, reason: null })]);
    return until;
  }
  const { sum } = found;
  const over = await waitAsAsked(ctx, noticeRoundResultOf(ctx, notice, sum), notice);
  const { end } = over;
  const counts = end.outcome !== null && sum.again > 0 && isSubscriberAudience(notice.audience);
  await runBatch(ctx, [
    ...(counts ? [countSubscriberFailuresStatement([notice], ctx.now())] : []),
    ...endings(ctx, over, notice),
  ]);
  return end.nextAt;
}
