import { runBatch } from "~/db/run-batch";
import { noticeBatchTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { bitSetOf } from "~/text/bits";
import { confirmEmailWriterByNotice } from "../letters/engine/confirm";
import type { EmailWriter } from "../letters/engine/write";
import {
  markSingleNoticeBatchesStatement,
  type NoticeBatchRow,
  quarantineBouncedSubscribersStatement,
  resetSubscriberFailuresStatement,
} from "../queries/batch";
import {
  beginSingleNoticesStatement,
  endNoticeRoundsStatement,
  endNoticesStatement,
  guardNoticesWaitingStatement,
  type NoticeRow,
} from "../queries/notice";
import { delayNoticesStatement } from "../queries/notice-wait";
import { firstHandOverBits } from "../rules/hand-over";
import { type NoticeAddressee, readNoticeAddresseeById } from "./addressees";
import {
  isNoticeBatchOver,
  leaveOutBatchRecipients,
  type NoticeBatchStep,
  noticeBatchAfterStep,
  noticeBatchStepOfAnswers,
} from "./batch-step";
import {
  type DueNoticeRow,
  type NoticeJob,
  type NoticeJobOutcome,
  noticeBatchLeaseMarginMs,
  noticeBatchLeaseMs,
} from "./job";
import { noticeRoundResultOf, roundSumOfNoticeBatch } from "./round";
import { composeMailFor } from "./send-batch";
import { postponeNoticesForMailer } from "./wait-for-mailer";

/**
 * True for a first email to one subscriber. Strangers can cause many of these, so the same statements read, send and
 * mark those of a page.
 */
export const isFirstConfirmationNotice = (
  { kind, audience, round, expandedAt, expiresAt }: DueNoticeRow,
  now: number,
): boolean =>
  kind === "subscriber_confirm" && audience === "subscriber" && round === 0 && expandedAt === null && expiresAt > now;

/** One notice in hand, with its only batch. */
interface Single {
  notice: NoticeRow;
  row: NoticeBatchRow;
  recipient: string;
  writer: EmailWriter;
}

interface Lease {
  token: string;
  now: number;
  until: number;
}

function singleOf({ built: _, ...notice }: DueNoticeRow, writer: EmailWriter, { now }: Lease): Single {
  const recipient = String(notice.scope.subscriber_id);
  const untouched = { done: 0, failed: 0, doubtful: 0, unknown: 0, reasons: null };
  const row = { noticeId: notice.id, round: 0, number: 0, recipients: [recipient], ...untouched };
  return { notice: { ...notice, expandedAt: now, cursor: null, next: 1 }, row, recipient, writer };
}

const idsOf = (singles: readonly { notice: { id: string } }[]) => singles.map(({ notice }) => notice.id);

/**
 * Starts, freezes and leases the notices in one guarded batch. Throws LostRaceError when another sender was faster with
 * one of them.
 */
async function begin(ctx: Ctx, singles: readonly Single[], { token, now, until }: Lease): Promise<void> {
  const held = { leaseToken: token, leaseUntil: until, inHand: firstHandOverBits(1) };
  const rows = singles.map(({ row: { noticeId, round, number, recipients } }) => ({
    noticeId,
    round,
    number,
    recipients,
    ...held,
  }));
  const ids = idsOf(singles);
  await runBatch(ctx, [
    guardNoticesWaitingStatement(ids),
    ...insertRowsStatements(noticeBatchTable, rows),
    beginSingleNoticesStatement(ids, { now, until }),
  ]).catch((error) => {
    throw translateDatabaseError(error);
  });
}

/**
 * Hands the emails over at once and returns a step for each. When some are sent, a doubtful one does not mean that the
 * mailer is away.
 */
async function handOver(
  job: NoticeJob,
  singles: readonly Single[],
  known: Map<string, NoticeAddressee>,
  until: number,
) {
  const { ctx } = job;
  const wanted = singles.filter(({ recipient }) => known.has(recipient));
  const post = wanted.length > 0 ? await job.post() : null;
  const mails = await Promise.all(
    wanted.map((each) =>
      composeMailFor({ ctx, ...each }, each.recipient, known.get(each.recipient) as NoticeAddressee),
    ),
  );
  ctx.meter.mails += mails.length;
  const handed = post ? await post.send(mails, until - noticeBatchLeaseMarginMs) : [];
  return singles.map((single) => {
    const index = wanted.indexOf(single);
    if (index < 0) return { single, step: leaveOutBatchRecipients(single.row, [0], known) };
    const answer = handed[index];
    return { single, step: noticeBatchStepOfAnswers(single.row, [0], answer ? [answer] : [], known) };
  });
}

interface SingleResult {
  single: Single;
  step: NoticeBatchStep;
}

const allOf = (told: readonly SingleResult[], key: "reasons" | "bounced"): Record<string, string> =>
  Object.assign({}, ...told.map(({ step }) => step[key]));

/** Writes the results; returns the ids of the notices that this sender still held. */
async function mark(ctx: Ctx, told: readonly SingleResult[], { token }: Lease): Promise<Set<string>> {
  const now = ctx.now();
  const marks = told.map(({ single: { row }, step }) => {
    const done = isNoticeBatchOver(noticeBatchAfterStep(row, step));
    return {
      noticeId: row.noticeId,
      reasons: step.reasons,
      givenBack: !done,
      doneAt: done ? now : null,
      done: bitSetOf(step.done),
      failed: bitSetOf(step.failed),
      doubtful: bitSetOf(step.doubtful),
      unknown: bitSetOf(step.unknown),
    };
  });
  const pageId = told[0]?.single.notice.pageId ?? "";
  const bounced = allOf(told, "bounced");
  const recovered = told.flatMap(({ step }) => step.recovered);
  const [marked] = await runBatch(ctx, [
    markSingleNoticeBatchesStatement(marks, token),
    ...(Object.keys(bounced).length > 0 ? [quarantineBouncedSubscribersStatement(pageId, bounced, now)] : []),
    ...(recovered.length > 0 ? [resetSubscriberFailuresStatement(pageId, recovered)] : []),
  ]);
  return new Set(((marked?.results ?? []) as { noticeId: string }[]).map(({ noticeId }) => noticeId));
}

/** Ends the rounds of those that are done; the others are due at once or wait for a mailer. */
async function finish(job: NoticeJob, told: readonly SingleResult[]): Promise<NoticeJobOutcome> {
  const { ctx } = job;
  const rounds = told.map(({ single: { notice, row }, step }) => ({
    notice,
    row: noticeBatchAfterStep(row, step),
    step,
  }));
  const over = rounds.filter(({ row }) => isNoticeBatchOver(row));
  const open = rounds.filter(({ row }) => !isNoticeBatchOver(row));
  const ends = over.map(({ notice, row }) => noticeRoundResultOf(ctx, notice, roundSumOfNoticeBatch(row)));
  if (ends.length > 0) await runBatch(ctx, [endNoticeRoundsStatement(ends)]);
  const times = ends.flatMap(({ end: { nextAt } }) => (nextAt === null ? [] : [nextAt]));
  if (open.length === 0) return { end: "enough", next: times.length > 0 ? Math.min(...times) : null };
  const notices = open.map(({ notice }) => notice);
  if (over.length === 0 && open.every(({ step }) => step.away)) return postponeNoticesForMailer(job, notices);
  await runBatch(ctx, [delayNoticesStatement({ notices, until: ctx.now(), reason: null })]);
  return { end: "more" };
}

/** Sends first emails to one person each, all of one page; a whole group takes as many statements as one email. */
export async function sendFirstConfirmationNotices(
  job: NoticeJob,
  due: readonly DueNoticeRow[],
): Promise<NoticeJobOutcome> {
  const { ctx } = job;
  const now = ctx.now();
  const given = { token: ctx.id(), now, until: now + noticeBatchLeaseMs };
  const writers = await confirmEmailWriterByNotice(ctx, due);
  const obsolete = due.filter(({ id }) => !writers.has(id)).map(({ id }) => id);
  if (obsolete.length > 0) await runBatch(ctx, [endNoticesStatement(obsolete, "obsolete")]);
  const singles = due.flatMap((each) => {
    const writer = writers.get(each.id);
    return writer ? [singleOf(each, writer, given)] : [];
  });
  const [first] = singles;
  if (!first) return { end: "enough", next: null };
  await begin(ctx, singles, given);
  const known = await readNoticeAddresseeById(
    ctx,
    first.notice,
    singles.map(({ recipient }) => recipient),
  );
  const told = await handOver(job, singles, known, given.until);
  const ours = await mark(ctx, told, given);
  return finish(
    job,
    told.filter(({ single }) => ours.has(single.notice.id)),
  );
}
