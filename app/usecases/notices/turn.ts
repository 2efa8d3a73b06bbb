import { runBatch } from "~/db/commit";
import { type BatchRow, claimBatches, countFailures } from "~/db/queries/batch";
import { endNotices, lookAgain, type NoticeRow, noticesByIds, tellMailFailed } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { mailedToTeam } from "~/rules/notice";
import { awayDelay, mailOutage, type NoticeOutcome, type NoticePlan, planNotice } from "~/rules/notice-plan";
import { type LetterWriter, letterWriter } from "../letters/write";
import { begin } from "./begin";
import { expand } from "./expand";
import { type Due, type Job, lease, roomOf } from "./job";
import { callAnother } from "./queue";
import { add, finishRound, nothing, sumOf } from "./round";
import { sendBatch } from "./send-batch";

/** Statements for one batch of 50, and the most batches at a time. */
const perBatch = 7;
const mostBatches = 4;

/** How the work on one notice ended: for now; with more to do at once; without a working mailer. */
export type Turn = { end: "enough"; next: number | null } | { end: "more" } | { end: "away" };

const enough = (next: number | null = null): Turn => ({ end: "enough", next });

/** How many batches still fit into this invocation. People of a page and single mails fit whenever their turn came. */
const batchesIn = (ctx: Ctx, { audience }: NoticeRow) =>
  audience === "subscribers" ? Math.min(mostBatches, Math.floor((roomOf(ctx) - 11) / perBatch)) : 1;

/** Some kinds are for channels only. */
const isMailed = ({ audience, kind }: NoticeRow) => audience !== "team" || mailedToTeam.includes(kind);

async function endNow({ ctx }: Job, notice: NoticeRow, outcome: NoticeOutcome): Promise<Turn> {
  const counts = notice.expandedAt !== null && notice.audience === "subscribers";
  await runBatch(ctx, [...(counts ? [countFailures(notice, ctx.now())] : []), endNotices([notice.id], outcome)]);
  return enough();
}

/** No mailer works: that is nobody's failure. The notice waits, and after ten minutes the page's channels hear of it. */
async function waitForMailer({ ctx, failingSince }: Job, notice: NoticeRow): Promise<Turn> {
  const now = ctx.now();
  const since = failingSince ?? now;
  const told = notice.pageId !== "" && now - since >= mailOutage;
  await runBatch(ctx, [
    lookAgain(notice.id, now + awayDelay(now - since)),
    ...(told ? [tellMailFailed({ id: ctx.id(), pageId: notice.pageId, since, now })] : []),
  ]);
  return { end: "away" };
}

/** The notices whose news it carries, oldest first. */
async function newsOf(ctx: Ctx, notice: NoticeRow): Promise<NoticeRow[]> {
  const carried = Array.isArray(notice.scope.with) ? notice.scope.with.map(String) : [];
  if (carried.length === 0) return [notice];
  const [rows] = await read(ctx, noticesByIds(ctx, carried));
  return [...rows, notice];
}

interface Work {
  notice: NoticeRow;
  batches: BatchRow[];
  token: string;
  until: number;
}

/** Sends the batches in hand, in order; `rows` are the ones that are done. */
async function sendAll(job: Job, writer: LetterWriter, { notice, batches, token, until }: Work) {
  const rows: BatchRow[] = [];
  for (const row of batches) {
    const post = await job.post();
    if (!post) return { rows, end: "away" as const };
    const sent = await sendBatch({ ctx: job.ctx, notice, row, token, until, writer, post });
    if (sent.end !== "done") return { rows, end: sent.end };
    rows.push(sent.row);
  }
  return { rows, end: "done" as const };
}

/** Freezes and sends until all are frozen or the invocation is full. */
async function expandAndSend(job: Job, from: NoticeRow, writer: LetterWriter): Promise<Turn> {
  let notice = from;
  let sum = nothing;
  const whole = from.next === 0;
  while (notice.cursor !== null) {
    const count = batchesIn(job.ctx, notice);
    if (count < 1) return { end: "more" };
    const work = await expand(job.ctx, notice, count);
    notice = work.notice;
    if (notice.cursor !== null) callAnother(job.ctx);
    const { rows, end } = await sendAll(job, writer, work);
    if (end === "away") return waitForMailer(job, notice);
    if (end === "stopped") return stopped(job, notice);
    sum = rows.map(sumOf).reduce(add, sum);
  }
  return enough(await finishRound(job.ctx, notice, whole ? sum : null));
}

/** What was given back is looked for at once; what another has, when its lease ends. */
async function stopped({ ctx }: Job, notice: NoticeRow): Promise<Turn> {
  if (notice.cursor === null) await runBatch(ctx, [lookAgain(notice.id, ctx.now())]);
  return { end: "more" };
}

/** All are frozen: takes over what a sender left behind, and ends the round when nothing is. */
async function sweep(job: Job, notice: NoticeRow, writer: LetterWriter, limit: number): Promise<Turn> {
  const { ctx } = job;
  const [token, now] = [ctx.id(), ctx.now()];
  const until = now + lease;
  const [claimed] = await runBatch(ctx, [claimBatches(notice, { token, until, now, limit })]);
  const batches = ((claimed?.results ?? []) as Record<string, unknown>[]).map(parsed);
  const { end } = await sendAll(job, writer, { notice, batches, token, until });
  if (end === "away") return waitForMailer(job, notice);
  if (end === "stopped") return stopped(job, notice);
  if (batches.length === limit) return { end: "more" };
  if (notice.cursor !== null) return expandAndSend(job, notice, writer);
  return enough(await finishRound(ctx, notice, null));
}

function parsed(row: Record<string, unknown>): BatchRow {
  const { recipients, reasons, ...rest } = row;
  return {
    ...rest,
    recipients: JSON.parse(String(recipients)),
    reasons: reasons === null ? null : JSON.parse(String(reasons)),
  } as BatchRow;
}

/** Nobody is mailed: with its deliveries written, it is over. */
async function tellChannels(job: Job, due: Due, plan: NoticePlan): Promise<Turn> {
  const notice = plan.step === "begin" ? await begin(job, due, plan) : due;
  return endNow(job, notice, notice.scope.channels ? "sent" : "nobody");
}

/** Its next piece of work, by rules/notice-plan. */
export async function turn(job: Job, due: Due): Promise<Turn> {
  const { ctx } = job;
  const siblings = job.siblings.filter(({ subjectId }) => subjectId === due.subjectId);
  const plan = planNotice(due, { now: ctx.now(), built: due.built, siblings });
  if (plan.step === "leave") return enough();
  if (plan.step === "end") return endNow(job, due, plan.outcome);
  if (plan.step === "wait") {
    await runBatch(ctx, [lookAgain(due.id, plan.until)]);
    return enough(plan.until);
  }
  if (!isMailed(due)) return tellChannels(job, due, plan);
  const carried = plan.step === "begin" ? job.siblings.filter(({ id }) => plan.with.includes(id)) : [];
  const news = plan.step === "begin" ? [...carried, due] : await newsOf(ctx, due);
  const writer = await letterWriter(ctx, news);
  if (!writer) return endNow(job, due, "obsolete");
  const notice = plan.step === "begin" ? await begin(job, due, plan) : due;
  if (job.mailers === 0) return enough();
  if (plan.step === "sweep") return sweep(job, notice, writer, Math.max(1, batchesIn(ctx, notice)));
  return job.failingSince === null || plan.step === "begin"
    ? expandAndSend(job, notice, writer)
    : sweep(job, notice, writer, 1);
}
