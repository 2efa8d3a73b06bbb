import { runBatch } from "~/db/run-batch";
import type { EmailWriter } from "../letters/engine/write";
import { claimNoticeBatchesStatement, type NoticeBatchRow } from "../queries/batch";
import type { NoticeRow } from "../queries/notice";
import { delayNoticesStatement } from "../queries/notice-wait";
import { isSubscriberAudience } from "../rules/notice";
import { endpointDeliverer } from "./call-endpoints";
import { expandNotice, noticeBatchSizeOf } from "./expand";
import { type NoticeJob, noticeBatchLeaseMs } from "./job";
import { startSecondSender } from "./queue";
import { addNoticeRoundSums, emptyNoticeRoundSum, finishNoticeRound, roundSumOfNoticeBatch } from "./round";
import { type DeliverRecipients, mailDeliverer, returnLeasedNoticeBatch, sendNoticeBatch } from "./send-batch";

/**
 * Number of statements and subrequests to freeze recipients, send one group and mark it, including opening and closing
 * the mailers.
 */
export const statementsPerNoticeSend = 11;
/**
 * Statements of a whole batch, and the most batches at a time: each freezing writes the notice, and a killed sender
 * leaves as many waiting.
 */
const statementsPerBatch = 7;
const maxBatches = 8;
/** Statements of ending a round that has to be read. */
const finishStatements = 5;

/**
 * `more` = there is more work at once; `away` = no mailer works; otherwise `next` is the time of the next check, null
 * when it is over.
 */
export type NoticeSendOutcome = { how: "more" } | { how: "away" } | { how: "enough"; next: number | null };

/** Returns the most statements and subrequests of a whole batch; each endpoint takes a call. */
const wholeBatch = ({ ctx }: NoticeJob, { audience }: NoticeRow): number =>
  audience === "endpoints" ? noticeBatchSizeOf(ctx) + statementsPerBatch : statementsPerBatch;

/** Returns how many batches still fit into this invocation. Notices to a page's team and to one person always fit. */
function batchesIn(job: NoticeJob, notice: NoticeRow): number {
  const { ctx, room } = job;
  const { audience } = notice;
  if (!isSubscriberAudience(audience)) return 1;
  const mails = ctx.meter.limit.mails - ctx.meter.mails;
  const byMails = audience === "endpoints" ? maxBatches : Math.floor(mails / noticeBatchSizeOf(ctx));
  return Math.max(
    1,
    Math.min(maxBatches, byMails, Math.floor((room() - statementsPerNoticeSend) / wholeBatch(job, notice))),
  );
}

interface NoticeWork {
  notice: NoticeRow;
  batches: NoticeBatchRow[];
  token: string;
  until: number;
}

/** Returns the hand for email or for endpoints; null when no mailer is configured. */
async function handOf(job: NoticeJob, notice: NoticeRow, writer: EmailWriter): Promise<DeliverRecipients | null> {
  if (notice.audience === "endpoints") return endpointDeliverer(job, writer);
  const post = await job.post();
  return post && mailDeliverer({ ctx: job.ctx, notice, writer, post });
}

/** Sends the held batches in order; `rows` are those that are done. */
async function sendAll(job: NoticeJob, writer: EmailWriter, { notice, batches, token, until }: NoticeWork) {
  const { ctx, room } = job;
  const rows: NoticeBatchRow[] = [];
  const hand = batches.length > 0 ? await handOf(job, notice, writer) : null;
  for (const [index, row] of batches.entries()) {
    const following = batches[index + 1] ?? null;
    const isNamed = index === 0 || batches[index - 1]?.number === row.number - 1;
    const sending = { ctx, room, notice, row, token, until, named: isNamed, following };
    if (!hand) {
      await returnLeasedNoticeBatch(sending);
      return { rows, end: "away" as const };
    }
    const sent = await sendNoticeBatch({ ...sending, hand });
    if (sent.end !== "done") return { rows, end: sent.end };
    rows.push(sent.row);
  }
  return { rows, end: "done" as const };
}

/** Makes batches that were released due at once; those of another sender are checked when its lease ends. */
async function stopped({ ctx }: NoticeJob, notice: NoticeRow): Promise<NoticeSendOutcome> {
  if (notice.cursor === null)
    await runBatch(ctx, [delayNoticesStatement({ notices: [notice], until: ctx.now(), reason: null })]);
  return { how: "more" };
}

/** Freezes and sends until all recipients are frozen or the invocation is full. */
export async function expandAndSendNotice(
  job: NoticeJob,
  from: NoticeRow,
  writer: EmailWriter,
): Promise<NoticeSendOutcome> {
  let notice = from;
  let sum = emptyNoticeRoundSum;
  const whole = from.next === 0;
  while (notice.cursor !== null) {
    // A batch that would only be started costs a claim more than one left for the next invocation.
    if (job.room() < (notice === from ? statementsPerNoticeSend : statementsPerNoticeSend + wholeBatch(job, notice)))
      return { how: "more" };
    const work = await expandNotice(job.ctx, notice, batchesIn(job, notice));
    notice = work.notice;
    if (notice.cursor !== null) startSecondSender(job.ctx);
    const { rows, end } = await sendAll(job, writer, work);
    if (end === "away") return { how: "away" };
    if (end === "stopped") return stopped(job, notice);
    sum = rows.map(roundSumOfNoticeBatch).reduce(addNoticeRoundSums, sum);
  }
  return finish(job, notice, whole ? sum : null);
}

async function finish(
  job: NoticeJob,
  notice: NoticeRow,
  known: typeof emptyNoticeRoundSum | null,
): Promise<NoticeSendOutcome> {
  // The notice is found again when its leases have ended; only the end of the round is left to write.
  if (known === null && job.room() < finishStatements) return { how: "more" };
  return { how: "enough", next: await finishNoticeRound(job.ctx, notice, known) };
}

/** Takes over what another sender left unsent, and ends the round when nothing is left. */
export async function sendUnsentNoticeBatches(
  job: NoticeJob,
  notice: NoticeRow,
  writer: EmailWriter,
): Promise<NoticeSendOutcome> {
  const { ctx } = job;
  const [token, now] = [ctx.id(), ctx.now()];
  const until = now + noticeBatchLeaseMs;
  const limit = job.failingSince === null || notice.audience === "endpoints" ? batchesIn(job, notice) : 1;
  const [claimed] = await runBatch(ctx, [claimNoticeBatchesStatement(notice, { token, until, now, limit })]);
  const batches = ((claimed?.results ?? []) as Record<string, unknown>[])
    .map(parsed)
    .sort((a, b) => a.number - b.number);
  const { end } = await sendAll(job, writer, { notice, batches, token, until });
  if (end === "away") return { how: "away" };
  if (end === "stopped") return stopped(job, notice);
  if (batches.length === limit) return { how: "more" };
  if (notice.cursor !== null) return expandAndSendNotice(job, notice, writer);
  return finish(job, notice, null);
}

function parsed(row: Record<string, unknown>): NoticeBatchRow {
  const { recipients, reasons, ...rest } = row;
  return {
    ...rest,
    recipients: JSON.parse(String(recipients)),
    reasons: reasons === null ? null : JSON.parse(String(reasons)),
  } as NoticeBatchRow;
}
