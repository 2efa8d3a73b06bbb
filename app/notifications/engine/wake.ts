import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { type ContactWay, contactWays } from "../rules/contact-ways";
import { isMailedNotice } from "../rules/notice";
import { deliverToChannels } from "./deliver";
import type { StartedNotice } from "./job";
import { type DueSenderWork, readDueSenderWork, type SenderBudgetShare } from "./lines";
import { remainingInvocationBudget, remainingMailHandOverBudget } from "./mail-room";
import { minStatementsForNoticeTurn } from "./notice-turn";
import { enqueueSender, runAfterResponse } from "./queue";
import {
  beginChannelNotices,
  isNoticeForChannels,
  sendDueMails,
  sendDueNoticesOfContactWay,
  sendNotices,
  statementsPerDueWorkRead,
} from "./send";
import { hasSenderPerContactWay, sendDueNoticesElsewhere } from "./way-calls";

/**
 * Smallest budget of statements with which a sender is started; with less, the work is left to the tick, within a
 * minute.
 */
export const minStatementsForSender = minStatementsForNoticeTurn + 2;
/**
 * Longest wait for which a sender is woken by a message of its own, in ms; the tick finds anything that is due later.
 */
const wakeBeforeTickMs = 50_000;
/** Longest delay of a message that wakes a sender for a notice written for later, in ms. */
const maxWakeDelayMs = 2 * minuteMs;

/** Maximum number of rounds, and maximum time in ms, for which a sender continues when no queue wakes the next one. */
const maxRounds = 30;
const maxSendMs = 15_000;

/** `left` = something can be sent at once; `next` = the next time at which something is known to be due, UTC ms. */
interface LineProgress {
  left: boolean;
  next: number | null;
}

/** One round of a line of the sender; a line sends email, or one other way. */
type SenderLine = (share: SenderBudgetShare) => Promise<LineProgress>;

const nothing: LineProgress = { left: false, next: null };

function together(all: readonly LineProgress[]): LineProgress {
  const times = all.flatMap(({ next }) => (next === null ? [] : [next]));
  return { left: all.some(({ left }) => left), next: times.length > 0 ? Math.min(...times) : null };
}

/**
 * Returns a line that sends email and then to the team's channels, for an invocation without room for both at once. The
 * work of its first round is already known. A way that gets work later starts at once.
 */
function mailLine(ctx: Ctx, first: DueSenderWork | null, begun: Set<ContactWay>, mayTell = () => true): SenderLine {
  let looked = first ?? undefined;
  return async (share) => {
    const { left, next, toChannels, ways } = await sendNotices(ctx, { share, ...(looked ? { looked } : {}) });
    looked = undefined;
    for (const way of ways.filter((each) => !begun.has(each))) {
      begun.add(way);
      sendBeside(ctx, way);
    }
    const channels = toChannels && mayTell() ? await deliverToChannels(ctx) : nothing;
    return { left: left || channels.left, next };
  };
}

/**
 * Returns separate lines for email and channels, for an invocation with room for both. In the first round neither waits
 * for the other.
 */
function apartLines(ctx: Ctx, looked: DueSenderWork): SenderLine[] {
  const begun = Promise.withResolvers<readonly StartedNotice[]>();
  let channelsAtWork = true;
  const channels: SenderLine = async () => {
    const { left } = await deliverToChannels(ctx);
    channelsAtWork = left;
    return { left, next: null };
  };
  const toChannels = inTwo(async (share) => {
    const first = await beginChannelNotices(ctx, { looked, share })
      .then((sent) => {
        begun.resolve(sent.begun);
        return sent;
      })
      .finally(() => begun.resolve([]));
    const { left } = await channels(share);
    return { left: left || first.left, next: first.next };
  }, channels);
  const later = mailLine(ctx, null, new Set(looked.ways), () => !channelsAtWork);
  const mail = inTwo((share) => sendDueMails(ctx, { looked, share, begun: begun.promise }), later);
  return [mail, toChannels];
}

/** Returns a line whose first round differs from the later ones. */
function inTwo(first: SenderLine, later: SenderLine): SenderLine {
  let line = first;
  return (share) => {
    const now = line;
    line = later;
    return now(share);
  };
}

const wayLine =
  (ctx: Ctx, way: ContactWay): SenderLine =>
  (share) =>
    sendDueNoticesOfContactWay(ctx, way, share);

/**
 * Runs rounds while something is left and this invocation has time and budget. With a queue, the next invocation
 * continues instead.
 */
async function inRounds(ctx: Ctx, line: SenderLine, share: SenderBudgetShare): Promise<LineProgress> {
  const end = ctx.now() + maxSendMs;
  let sent = await line(share);
  const isAlone = ctx.bindings.WAKE === undefined;
  for (let round = 1; isAlone && sent.left && round < maxRounds && ctx.now() < end; round++) {
    if (share(remainingMailHandOverBudget(ctx)) < minStatementsForSender) return sent;
    sent = await line(share);
  }
  return sent;
}

/**
 * Runs lines concurrently, so that a slow line does not delay the others. Lines for which the budget is too small
 * follow.
 */
async function runLines(ctx: Ctx, lines: readonly SenderLine[]): Promise<LineProgress> {
  let running = Math.max(
    1,
    Math.min(lines.length, Math.floor(remainingInvocationBudget(ctx) / minStatementsForSender)),
  );
  const share: SenderBudgetShare = (room) => Math.floor(room / Math.max(1, running));
  const sent = await Promise.all(
    lines.slice(0, running).map((line) =>
      inRounds(ctx, line, share).finally(() => {
        running -= 1;
      }),
    ),
  );
  for (const line of lines.slice(sent.length)) {
    sent.push(
      remainingInvocationBudget(ctx) < minStatementsForSender
        ? { left: true, next: null }
        : await inRounds(ctx, line, share),
    );
  }
  return together(sent);
}

/** Rotates the order each minute, because the budget may not suffice for all. */
const inTurn = <T>(all: readonly T[], now: number): T[] => {
  const first = Math.floor(now / minuteMs) % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};

/**
 * Sends one way in an invocation of its own, with its own subrequests and connections, or in this one if no other
 * responds.
 */
function sendBeside(ctx: Ctx, way: ContactWay): void {
  runAfterResponse(ctx, async () => {
    const called = hasSenderPerContactWay(ctx) && (await sendDueNoticesElsewhere(ctx, way));
    if (!called && remainingInvocationBudget(ctx) >= minStatementsForSender) await runLines(ctx, [wayLine(ctx, way)]);
  });
}

const isAnythingDue = ({ notices, toChannels }: DueSenderWork) => notices.length > 0 || toChannels;

/**
 * Returns separate lines for email and channels when both have work and every line, including `others`, can start at
 * once. Email waits for what the channels' line has started, so that line must not wait for email to end.
 */
function teamAndMail(ctx: Ctx, looked: DueSenderWork, others: number): SenderLine[] {
  const { notices, toChannels } = looked;
  const both = (toChannels || notices.some(isNoticeForChannels)) && notices.some((each) => isMailedNotice(each));
  const fits = remainingInvocationBudget(ctx) >= (2 + others) * minStatementsForSender;
  return both && fits ? apartLines(ctx, looked) : [mailLine(ctx, looked, new Set(looked.ways))];
}

/** Runs all lines in which something is due. */
async function runAll(ctx: Ctx): Promise<LineProgress> {
  if (remainingInvocationBudget(ctx) < statementsPerDueWorkRead) return { left: true, next: null };
  const looked = await readDueSenderWork(ctx);
  const elsewhere = hasSenderPerContactWay(ctx);
  if (elsewhere) for (const way of looked.ways) sendBeside(ctx, way);
  const inWays = elsewhere ? [] : looked.ways.map((way) => wayLine(ctx, way));
  const lines = [...(isAnythingDue(looked) ? teamAndMail(ctx, looked, inWays.length) : []), ...inWays];
  return runLines(ctx, inTurn(lines, ctx.now()));
}

/**
 * Runs all of the sender's work, or that of one way, in this invocation. While something is left, it wakes the next
 * sender, or continues within the budget. Returns true when something is left.
 */
export async function runSender(given: Ctx, way: ContactWay | null = null): Promise<boolean> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "sender" });
  const { left, next } = await (way === null ? runAll(ctx) : runLines(ctx, [wayLine(ctx, way)]));
  if (left) await enqueueSender(ctx, 0);
  else if (next !== null && next - ctx.now() < wakeBeforeTickMs)
    await enqueueSender(ctx, Math.max(1000, next - ctx.now()));
  return left;
}

/** Returns the way that a request names; null for everything, or for a way that this version does not know. */
export const parseRequestedContactWay = (body: unknown): ContactWay | null => {
  const { way = null } = (body ?? {}) as { way?: string | null };
  return contactWays.find((each) => each === way) ?? null;
};

/** Runs a sender in an invocation of its own, or in this one if the queue refuses. */
export async function callOrRunSender(ctx: Ctx): Promise<void> {
  if (!ctx.bindings.WAKE) {
    await runSender(ctx);
    return;
  }
  const refused = await enqueueSender(ctx, 0).then(
    () => false,
    (error) => {
      ctx.log.error("sender.queue", error);
      return true;
    },
  );
  if (refused && remainingInvocationBudget(ctx) >= minStatementsForSender)
    await runSender({ ...ctx, bindings: withoutQueue(ctx) });
}

const withoutQueue = ({ bindings: { WAKE: _, ...rest } }: Ctx) => rest;

/**
 * Starts sending after a commit that wrote notices, instead of with the next tick: by the queue where one is bound,
 * otherwise in this invocation after the response. Losing the call is safe, because the rows are stored.
 */
export function wakeSender(ctx: Ctx): void {
  if (remainingInvocationBudget(ctx) < 1) return;
  if (ctx.bindings.WAKE) runAfterResponse(ctx, () => callOrRunSender(ctx));
  else if (remainingInvocationBudget(ctx) >= minStatementsForSender) runAfterResponse(ctx, () => runSender(ctx));
}

/**
 * Schedules a sender after a commit that wrote notices for later, such as news that waits for the rest of an alert
 * storm. The queue wakes a sender when the first of them is due; without a queue, and for the others, the tick finds
 * them.
 */
export function wakeSenderLater(ctx: Ctx, dueTimes: readonly number[]): void {
  const now = ctx.now();
  const delay = Math.min(...dueTimes.filter((at) => at > now)) - now;
  if (!ctx.bindings.WAKE || delay > maxWakeDelayMs || remainingInvocationBudget(ctx) < 1) return;
  runAfterResponse(ctx, () => enqueueSender(ctx, delay));
}
