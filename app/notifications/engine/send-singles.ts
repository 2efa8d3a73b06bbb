import { runBatch } from "~/db/run-batch";
import { batch } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { bitsOf } from "~/text/bits";
import { confirmWriters } from "../letters/engine/confirm";
import type { LetterWriter } from "../letters/engine/write";
import { type BatchRow, forgetFailures, markSingles, quarantineBouncedSubscribers } from "../queries/batch";
import { beginSingles, endNotices, endRounds, guardNoticesWaiting, type NoticeRow } from "../queries/notice";
import { moveBack } from "../queries/notice-wait";
import { firstHandOverBits } from "../rules/hand-over";
import { addresseesOf, type NoticeAddressee } from "./addressees";
import { type BatchStep, batchAfterStep, isOver, leaveOutRecipients, stepOf } from "./batch-step";
import { type DueNoticeRow, type JobOutcome, leaseMarginMs, leaseMs, type NoticeJob } from "./job";
import { roundOver, sumOf } from "./round";
import { mailFor } from "./send-batch";
import { waitForMailer } from "./wait-for-mailer";

/**
 * True for a first email to one subscriber. Strangers can cause many of these, so those of a page are read, handed over
 * and marked by the same statements.
 */
export const isSingle = ({ kind, audience, round, expandedAt, expiresAt }: DueNoticeRow, now: number): boolean =>
  kind === "subscriber_confirm" && audience === "subscriber" && round === 0 && expandedAt === null && expiresAt > now;

/** One notice in hand, with its only batch. */
interface Single {
  notice: NoticeRow;
  row: BatchRow;
  recipient: string;
  writer: LetterWriter;
}

interface Lease {
  token: string;
  now: number;
  until: number;
}

function singleOf({ built: _, ...notice }: DueNoticeRow, writer: LetterWriter, { now }: Lease): Single {
  const recipient = String(notice.scope.subscriber_id);
  const untouched = { done: 0, failed: 0, doubtful: 0, unknown: 0, reasons: null };
  const row = { noticeId: notice.id, round: 0, number: 0, recipients: [recipient], ...untouched };
  return { notice: { ...notice, expandedAt: now, cursor: null, next: 1 }, row, recipient, writer };
}

const idsOf = (singles: readonly { notice: { id: string } }[]) => singles.map(({ notice }) => notice.id);

/**
 * Starts, freezes and leases the notices in one guarded batch. Throws LostRace when another sender was first with one
 * of them.
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
  await runBatch(ctx, [guardNoticesWaiting(ids), ...insertRows(batch, rows), beginSingles(ids, { now, until })]).catch(
    (error) => {
      throw understand(error);
    },
  );
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
    wanted.map((each) => mailFor({ ctx, ...each }, each.recipient, known.get(each.recipient) as NoticeAddressee)),
  );
  ctx.meter.mails += mails.length;
  const handed = post ? await post.send(mails, until - leaseMarginMs) : [];
  return singles.map((single) => {
    const index = wanted.indexOf(single);
    if (index < 0) return { single, step: leaveOutRecipients(single.row, [0], known) };
    const answer = handed[index];
    return { single, step: stepOf(single.row, [0], answer ? [answer] : [], known) };
  });
}

interface SingleResult {
  single: Single;
  step: BatchStep;
}

const allOf = (told: readonly SingleResult[], key: "reasons" | "bounced"): Record<string, string> =>
  Object.assign({}, ...told.map(({ step }) => step[key]));

/** Writes the results; returns the ids of the notices that this sender still held. */
async function mark(ctx: Ctx, told: readonly SingleResult[], { token }: Lease): Promise<Set<string>> {
  const now = ctx.now();
  const marks = told.map(({ single: { row }, step }) => {
    const done = isOver(batchAfterStep(row, step));
    return {
      noticeId: row.noticeId,
      reasons: step.reasons,
      givenBack: !done,
      doneAt: done ? now : null,
      done: bitsOf(step.done),
      failed: bitsOf(step.failed),
      doubtful: bitsOf(step.doubtful),
      unknown: bitsOf(step.unknown),
    };
  });
  const pageId = told[0]?.single.notice.pageId ?? "";
  const bounced = allOf(told, "bounced");
  const recovered = told.flatMap(({ step }) => step.recovered);
  const [marked] = await runBatch(ctx, [
    markSingles(marks, token),
    ...(Object.keys(bounced).length > 0 ? [quarantineBouncedSubscribers(pageId, bounced, now)] : []),
    ...(recovered.length > 0 ? [forgetFailures(pageId, recovered)] : []),
  ]);
  return new Set(((marked?.results ?? []) as { noticeId: string }[]).map(({ noticeId }) => noticeId));
}

/** Ends the rounds of those that are done; the others are due at once or wait for a mailer. */
async function finish(job: NoticeJob, told: readonly SingleResult[]): Promise<JobOutcome> {
  const { ctx } = job;
  const rounds = told.map(({ single: { notice, row }, step }) => ({ notice, row: batchAfterStep(row, step), step }));
  const over = rounds.filter(({ row }) => isOver(row));
  const open = rounds.filter(({ row }) => !isOver(row));
  const ends = over.map(({ notice, row }) => roundOver(ctx, notice, sumOf(row)));
  if (ends.length > 0) await runBatch(ctx, [endRounds(ends)]);
  const times = ends.flatMap(({ end: { nextAt } }) => (nextAt === null ? [] : [nextAt]));
  if (open.length === 0) return { end: "enough", next: times.length > 0 ? Math.min(...times) : null };
  const notices = open.map(({ notice }) => notice);
  if (over.length === 0 && open.every(({ step }) => step.away)) return waitForMailer(job, notices);
  await runBatch(ctx, [moveBack({ notices, until: ctx.now(), reason: null })]);
  return { end: "more" };
}

/** Sends first emails to one person each, all of one page: a whole hand-over takes as many statements as one email. */
export async function sendSingles(job: NoticeJob, due: readonly DueNoticeRow[]): Promise<JobOutcome> {
  const { ctx } = job;
  const now = ctx.now();
  const given = { token: ctx.id(), now, until: now + leaseMs };
  const writers = await confirmWriters(ctx, due);
  const obsolete = due.filter(({ id }) => !writers.has(id)).map(({ id }) => id);
  if (obsolete.length > 0) await runBatch(ctx, [endNotices(obsolete, "obsolete")]);
  const singles = due.flatMap((each) => {
    const writer = writers.get(each.id);
    return writer ? [singleOf(each, writer, given)] : [];
  });
  const [first] = singles;
  if (!first) return { end: "enough", next: null };
  await begin(ctx, singles, given);
  const known = await addresseesOf(
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
