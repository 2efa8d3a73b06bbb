import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { type EmailWriter, emailWriterOf } from "../letters/engine/write";
import { endMissedNoticeStatements, recordMissedNoticeStatements } from "../queries/missed-notices";
import { type NoticeRow, noticesByIdsQuery, siblingNoticesQuery } from "../queries/notice";
import { delayNoticeBehindMuteStatement, delayNoticesStatement } from "../queries/notice-wait";
import { isMissedSummaryNotice, mayNotWaitForMailer } from "../rules/missed-events";
import { isMailedNotice, isSubscriberAudience, noticeKindsDelayedByMute } from "../rules/notice";
import { digestWindowMs, type NoticePlan, noticesWaitingTogether, planNotice } from "../rules/notice-plan";
import { beginNoticeRound } from "./begin";
import { endNoticeAtOnce } from "./end-now";
import { freezeRecipients } from "./expand";
import type { DueNoticeRow, NoticeJob, NoticeJobOutcome } from "./job";
import { expandAndSendNotice, sendUnsentNoticeBatches, statementsPerNoticeSend } from "./send-notice";
import { postponeNoticesForMailer } from "./wait-for-mailer";

/**
 * Smallest number of statements and subrequests of one turn: its reads and its start, freezing its recipients, or one
 * call.
 */
export const minStatementsForNoticeTurn = 16;
/** Number of statements that read the texts of a notice and of those that it includes. */
const wordsStatements = 5;

const enough = (next: number | null = null): NoticeJobOutcome => ({ end: "enough", next });

/** One notice, with the notices that wait together with it. */
interface DueNoticeGroup {
  due: DueNoticeRow;
  siblings: readonly NoticeRow[];
  /** Notices that this turn handles, `due` among them. */
  together: readonly NoticeRow[];
}

/**
 * Outcome of a notice that ends with its deliveries to channels, also when it is found started because its end was not
 * written.
 */
const endOfChannels = ({ scope }: NoticeRow) => (scope.channels ? "sent" : "nobody");

/**
 * Ends a notice that cannot be emailed: channels were notified, or else it is stored for the first person who can be.
 * Those already emailed before the mailers were removed are not notified twice.
 */
async function endUnmailed({ ctx }: NoticeJob, notice: NoticeRow): Promise<NoticeJobOutcome> {
  if (notice.scope.channels || !isMissedSummaryNotice(notice)) {
    await endNoticeAtOnce(ctx, notice, endOfChannels(notice));
    return enough();
  }
  const missed = { id: ctx.id(), now: ctx.now(), isMailAway: false, isUnderWay: true };
  const waits = delayNoticesStatement({ notices: [notice], until: notice.expiresAt, reason: "no_mailer" });
  await runBatch(ctx, [
    ...recordMissedNoticeStatements(notice, missed),
    ...endMissedNoticeStatements(notice, missed),
    waits,
  ]);
  return enough();
}

/**
 * Moves the notices back to their expiry, because until a mailer is configured (mailers) only their expiry is left to
 * handle.
 */
async function waitForAny(job: NoticeJob, { due, together }: DueNoticeGroup): Promise<NoticeJobOutcome> {
  const { ctx } = job;
  const until = due.expiresAt;
  if (mayNotWaitForMailer(due)) return endUnmailed(job, due);
  await runBatch(ctx, [delayNoticesStatement({ notices: together, until, reason: "no_mailer" })]);
  return enough(until);
}

async function waitToBegin({ ctx }: NoticeJob, { together }: DueNoticeGroup, until: number): Promise<NoticeJobOutcome> {
  await runBatch(ctx, [delayNoticesStatement({ notices: together, until, reason: null, isUnbegun: true })]);
  return enough(until);
}

/** Returns the notices whose news it carries, oldest first. */
async function newsOf({ ctx }: NoticeJob, notice: NoticeRow): Promise<NoticeRow[]> {
  const carried = Array.isArray(notice.scope.with) ? notice.scope.with.map(String) : [];
  if (carried.length === 0) return [notice];
  const [rows] = await readBatch(ctx, noticesByIdsQuery(ctx, carried));
  return [...rows, notice];
}

/** Finds the newest of the notices waiting for this subject; it is sent for all of them, whichever was found. */
async function foundWith({ ctx, seen }: NoticeJob, due: DueNoticeRow): Promise<DueNoticeGroup> {
  const alone = { due, siblings: [], together: [due] };
  if (!isSubscriberAudience(due.audience) || due.expandedAt !== null || due.expiresAt <= ctx.now()) return alone;
  const [all] = await readBatch(ctx, siblingNoticesQuery(ctx, due.subjectId, ctx.now() - digestWindowMs));
  const siblings = all.filter(({ audience, way }) => audience === due.audience && way === due.way);
  const waiting = noticesWaitingTogether(siblings, ctx.now());
  for (const { id } of waiting) seen.add(id);
  const newest = waiting.at(-1);
  // Another sender has taken it up since it was found.
  if (!newest) return { ...alone, siblings };
  return { due: { ...newest, built: due.built }, siblings, together: waiting };
}

/**
 * Sends its email, as far as the room allows. While email fails, a notice that has started is tried with a single
 * hand-over.
 */
async function sendMail(
  job: NoticeJob,
  notice: NoticeRow,
  writer: EmailWriter,
  isFresh: boolean,
): Promise<NoticeJobOutcome> {
  const isByMail = notice.audience !== "endpoints";
  if (job.away && isByMail) return postponeNoticesForMailer(job, [notice]);
  if (job.room() < statementsPerNoticeSend) return { end: "more" };
  const sweeps = notice.cursor === null || (isByMail && job.failingSince !== null && !isFresh);
  const end = await (sweeps ? sendUnsentNoticeBatches : expandAndSendNotice)(job, notice, writer);
  if (end.how === "away") return postponeNoticesForMailer(job, [notice]);
  return end.how === "more" ? { end: "more" } : enough(end.next);
}

/** Ends a notice that has no text left; or moves it behind the mute of its page, when the page was muted at `since`. */
async function endUntold({ ctx }: NoticeJob, notice: NoticeRow, since: number): Promise<NoticeJobOutcome> {
  if (noticeKindsDelayedByMute.includes(notice.kind)) {
    const [moved] = await runBatch(ctx, [delayNoticeBehindMuteStatement(notice, { since, now: ctx.now() })]);
    const [found] = (moved?.results ?? []) as { next: number }[];
    if (found) return enough(found.next);
  }
  await endNoticeAtOnce(ctx, notice, "obsolete");
  return enough();
}

type Begin = Extract<NoticePlan, { step: "begin" }>;

const isChannelsOnly = (notice: NoticeRow) => notice.audience === "team" && !isMailedNotice(notice);

async function tellChannels({ ctx }: NoticeJob, due: DueNoticeRow, plan: Begin): Promise<NoticeJobOutcome> {
  const begun = await beginNoticeRound({ ctx, siblings: [] }, due, plan);
  await endNoticeAtOnce(ctx, begun, endOfChannels(begun));
  return enough();
}

async function beginAndSend(job: NoticeJob, found: DueNoticeGroup, plan: Begin): Promise<NoticeJobOutcome> {
  const { ctx, mailers } = job;
  const { due, siblings } = found;
  if (isChannelsOnly(due)) return tellChannels(job, due, plan);
  const since = ctx.now();
  const writer = await emailWriterOf(ctx, [...siblings.filter(({ id }) => plan.with.includes(id)), due]);
  if (!writer) return endUntold(job, due, since);
  const begun = await beginNoticeRound({ ctx, siblings }, due, plan);
  if (mailers === 0 && isMailedNotice(due)) return waitForAny(job, { ...found, due: { ...due, ...begun } });
  const send = (by: NoticeJob) => sendMail(by, begun, writer, true);
  if (!job.later) return send(job);
  job.later({ due, send });
  return enough();
}

/**
 * Does the notice's next piece of work, by notifications/rules/notice-plan; in any case the notice is then moved back,
 * ended or continued.
 */
export async function processNotice(job: NoticeJob, given: DueNoticeRow): Promise<NoticeJobOutcome> {
  const { ctx, mailers } = job;
  const found = await foundWith(job, given);
  const { due, siblings } = found;
  const plan = planNotice(due, { now: ctx.now(), built: due.built, siblings });
  if (plan.step === "end") {
    await endNoticeAtOnce(ctx, due, plan.outcome);
    return enough();
  }
  if (isChannelsOnly(due) && plan.step !== "begin") {
    await endNoticeAtOnce(ctx, due, endOfChannels(due));
    return enough();
  }
  const needsMailer = due.audience !== "endpoints" && (due.audience !== "team" || plan.step !== "begin");
  if (needsMailer && mailers === 0) return waitForAny(job, found);
  if (plan.step === "wait") return waitToBegin(job, found, plan.until);
  if (plan.step === "begin") return beginAndSend(job, found, plan);
  if (plan.step === "expand" && job.room() < wordsStatements + statementsPerNoticeSend) {
    await freezeRecipients(ctx, due, 1);
    return { end: "more" };
  }
  const since = ctx.now();
  const writer = await emailWriterOf(ctx, await newsOf(job, due));
  return writer ? sendMail(job, due, writer, false) : endUntold(job, due, since);
}
