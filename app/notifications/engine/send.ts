import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { OverBudgetError } from "~/platform/meter";
import { LostRaceError } from "~/platform/trouble";
import { minuteMs } from "~/time/durations";
import { dueNoticesQuery, maxNoticesPerPage, unstartedNoticesOfLaneQuery } from "../queries/due-notices";
import { delayNoticesStatement } from "../queries/notice-wait";
import { type ContactWay, noticeLaneOfContactWay } from "../rules/contact-ways";
import { recipientsPerHandOver } from "../rules/hand-over";
import { isMailedNotice } from "../rules/notice";
import { noticeFailureDelay } from "../rules/notice-plan";
import { minChannelStatements } from "./deliver";
import { type DueNoticeRow, lazyMailPost, type NoticeJob, type NoticeJobOutcome, type StartedNotice } from "./job";
import { type DueSenderWork, readDueSenderWork, type SenderBudgetShare } from "./lines";
import { remainingInvocationBudget, remainingMailHandOverBudget } from "./mail-room";
import { minStatementsForNoticeTurn, processNotice } from "./notice-turn";
import { isFirstConfirmationNotice, sendFirstConfirmationNotices } from "./send-singles";

export interface SendNoticesResult {
  /** True when more could be sent at once. */
  left: boolean;
  /** Earliest time at which something is due again, as far as seen, UTC ms. */
  next: number | null;
  /** True when channels had something due at the start, or may have got some in this run. */
  toChannels: boolean;
  /** The ways in which something was due at the start. */
  ways: readonly ContactWay[];
}

type SendProgress = Pick<SendNoticesResult, "left" | "next">;

/** Statements that looking for due work takes. */
export const statementsPerDueWorkRead = 3;

/**
 * Returns the budget reserved for channels, so that email does not use all of it. When it is too small for both,
 * channels get it every other minute.
 */
function keptForChannels(ctx: Ctx): number {
  const both = remainingInvocationBudget(ctx) >= minStatementsForNoticeTurn + minChannelStatements;
  return both || Math.floor(ctx.now() / minuteMs) % 2 === 1 ? minChannelStatements : 0;
}

function openJob(
  ctx: Ctx,
  { toChannels, mailers, failingSince }: DueSenderWork,
  share: SenderBudgetShare,
): Omit<NoticeJob, "post"> {
  const kept = toChannels ? keptForChannels(ctx) : 0;
  return {
    ctx,
    room: () => share(remainingMailHandOverBudget(ctx)) - kept,
    away: false,
    seen: new Set(),
    mailers,
    failingSince,
  };
}

/** Delays failed notices by growing times, so that one that always fails does not block the others. */
async function putBack({ ctx }: NoticeJob, failed: readonly DueNoticeRow[], error: unknown): Promise<NoticeJobOutcome> {
  const about = { notice: failed[0]?.id, together: failed.length };
  ctx.log.error("notice.send", error, about);
  const until = ctx.now() + noticeFailureDelay(Math.max(...failed.map(({ tries }) => tries)));
  await runBatch(ctx, [delayNoticesStatement({ notices: failed, until, reason: "failed" })]).catch((again) =>
    ctx.log.error("notice.put_back", again, about),
  );
  return { end: "enough", next: until };
}

/**
 * Returns the single emails that are sent with this one: as many of its page as one call takes, including some that
 * were not read because others are due as well.
 */
async function singlesWith(
  { ctx, mailers, seen, room }: NoticeJob,
  due: DueNoticeRow,
  notices: readonly DueNoticeRow[],
): Promise<DueNoticeRow[]> {
  const now = ctx.now();
  const isLikeIt = (each: DueNoticeRow) =>
    each.pageId === due.pageId && each.tries === 0 && isFirstConfirmationNotice(each, now) && !seen.has(each.id);
  if (mailers === 0 || !isLikeIt(due)) return [];
  const found = notices.filter(isLikeIt);
  if (found.length < 2 || room() < minStatementsForNoticeTurn + 1) return found;
  const [all] = await readBatch(ctx, unstartedNoticesOfLaneQuery(ctx, due, now, recipientsPerHandOver));
  const others = all.filter((each) => isLikeIt(each) && !found.some(({ id }) => id === each.id));
  return [...found, ...others].slice(0, recipientsPerHandOver);
}

/**
 * Takes one turn. A lost race and a full invocation are not counted as failures: the notice stays due. A notice that
 * failed is tried alone from then on, so that it does not harm others.
 */
async function takeTurn(
  job: NoticeJob,
  due: DueNoticeRow,
  notices: readonly DueNoticeRow[],
): Promise<NoticeJobOutcome> {
  const singles = await singlesWith(job, due, notices);
  for (const { id } of singles) job.seen.add(id);
  try {
    return await (singles.length > 1 ? sendFirstConfirmationNotices(job, singles) : processNotice(job, due));
  } catch (error) {
    if (error instanceof LostRaceError || error instanceof OverBudgetError) return { end: "more" };
    return putBack(job, singles.length > 1 ? singles : [due], error);
  }
}

/** A team notice that has not started needs no mailer. */
const needsMailer = (due: DueNoticeRow): boolean =>
  isMailedNotice(due) && (due.audience !== "team" || due.expandedAt !== null);

/**
 * Takes turns while they fit; one that fails affects no other. When no mailer works, this run sends no more email, and
 * the team's channels are still notified.
 */
async function takeTurns(job: NoticeJob, notices: readonly DueNoticeRow[]): Promise<SendProgress> {
  let left = false;
  const times: number[] = [];
  for (const due of notices) {
    if (job.seen.has(due.id) || (job.away && needsMailer(due))) continue;
    if (job.room() < minStatementsForNoticeTurn) return { left: true, next: null };
    await yieldToRequests(job.ctx);
    const result = await takeTurn(job, due, notices);
    if (result.end === "away") job.away = true;
    else if (result.end === "more") left = true;
    else if (result.next !== null) times.push(result.next);
  }
  const full = notices.length >= maxNoticesPerPage && !job.away;
  return { left: left || full, next: times.length > 0 ? Math.min(...times) : null };
}

const whole: SenderBudgetShare = (room) => room;

/** A team notice needs no mailer until it has started, because its channels come first. */
export const isNoticeForChannels = ({ audience, expandedAt }: DueNoticeRow): boolean =>
  audience === "team" && expandedAt === null;

/** Sends the email of notices that another line has started, as turns of this one. */
async function takeBegun(job: NoticeJob, begun: readonly StartedNotice[]): Promise<SendProgress> {
  const times: number[] = [];
  for (const { due, send } of begun) {
    if (job.room() < minStatementsForNoticeTurn) return { left: true, next: null };
    const result = await send(job).catch((error) => {
      if (error instanceof LostRaceError || error instanceof OverBudgetError) return { end: "more" } as const;
      return putBack(job, [due], error);
    });
    if (result.end === "away") job.away = true;
    else if (result.end === "more") return { left: true, next: null };
    else if (result.next !== null) times.push(result.next);
  }
  return { left: false, next: times.length > 0 ? Math.min(...times) : null };
}

const soonest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((each) => each !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

interface LineShare {
  looked: DueSenderWork;
  share: SenderBudgetShare;
}

/** Starts the team's notices for their channels; their email is left for `sendDueMails`. */
export async function beginChannelNotices(
  given: Ctx,
  { looked, share }: LineShare,
): Promise<SendProgress & { begun: StartedNotice[] }> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "sender" });
  const begun: StartedNotice[] = [];
  const job = { ...openJob(ctx, { ...looked, toChannels: false }, share), post: async () => null };
  const sent = await takeTurns(
    { ...job, later: (each) => begun.push(each) },
    looked.notices.filter(isNoticeForChannels),
  );
  return { ...sent, begun };
}

/**
 * The other half of `sendNotices`: sends due email, and then the email of notices that the channels' line has started.
 */
export async function sendDueMails(
  given: Ctx,
  { looked, share, begun }: LineShare & { begun: Promise<readonly StartedNotice[]> },
): Promise<SendProgress> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "sender" });
  const { post, close } = lazyMailPost(ctx);
  try {
    const job = { ...openJob(ctx, { ...looked, toChannels: false }, share), post };
    const sent = await takeTurns(
      job,
      looked.notices.filter((each) => !isNoticeForChannels(each)),
    );
    const more = await takeBegun(job, await begun);
    const full = looked.notices.length >= maxNoticesPerPage && !job.away;
    return { left: sent.left || more.left || full, next: soonest([sent.next, more.next]) };
  } finally {
    await close();
  }
}

/**
 * Sends what is due by email and to the team, as far as its share of the invocation allows. Safe to call at any time
 * and concurrently: expansion is guarded and batches are leased. The next call finds the rest.
 */
export async function sendNotices(
  given: Ctx,
  { looked, share = whole }: { looked?: DueSenderWork; share?: SenderBudgetShare } = {},
): Promise<SendNoticesResult> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "sender" });
  if (!looked && remainingInvocationBudget(ctx) < statementsPerDueWorkRead)
    return { left: true, next: null, toChannels: false, ways: [] };
  const found = looked ?? (await readDueSenderWork(ctx));
  const { notices, toChannels, ways } = found;
  const { post, close } = lazyMailPost(ctx);
  try {
    const sent = await takeTurns({ ...openJob(ctx, found, share), post }, notices);
    return { ...sent, ways, toChannels: toChannels || notices.some(({ audience }) => audience === "team") };
  } finally {
    await close();
  }
}

/** Sends what is due in one way, without mailers and without waiting for other ways. */
export async function sendDueNoticesOfContactWay(
  ctx: Ctx,
  way: ContactWay,
  share: SenderBudgetShare = whole,
): Promise<SendProgress> {
  const [notices] = await readBatch(ctx, dueNoticesQuery(ctx, ctx.now(), [noticeLaneOfContactWay(way)]));
  const room = () => share(remainingInvocationBudget(ctx));
  const job = {
    ctx,
    room,
    away: false,
    seen: new Set<string>(),
    mailers: 0,
    failingSince: null,
    post: async () => null,
  };
  return takeTurns(job, notices);
}
