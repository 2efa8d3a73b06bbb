import { maxCallsPerChannelMessage } from "~/channels/contract/contract";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import {
  type ChannelDeliveryResult,
  delayChannelStatement,
  disableChannelsStatement,
  finishDeliveriesStatement,
  saveChannelThreadStatement,
} from "~/channels/queries/channel";
import {
  endEarlierDeliveriesStatement,
  endOvertakenDeliveriesStatement,
  restoreOvertakenDeliveryStatement,
} from "~/channels/queries/overtaken-deliveries";
import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import { nextRetryAt, retryAtFromRetryAfter } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { releaseDeliveryIfUnmutedStatement } from "../queries/notice-wait";
import {
  noticeKindsEndedBy,
  noticeKindsThatMayLapse,
  type OrderedNews,
  overtakesNews,
} from "../rules/overtaken-messages";
import { type ChannelCallResult, sendMessageToChannel } from "./call-channel";
import {
  type ChannelDeliveryFacts,
  type ChannelTask,
  type ClaimedChannelDelivery,
  channelTaskOf,
  isSubjectOverInMessage,
  orderedNewsOfDelivery,
  wasDeliveryTried,
} from "./channel-task";

const maxAttemptsKept = 12;

interface RetryContext {
  now: number;
  chance: number;
}

/** Returns the delivery unchanged and due, to be given back. */
export const handedBackDeliveryResult = (row: ClaimedChannelDelivery): ChannelDeliveryResult => ({
  ...row,
  state: "due",
  doneAt: null,
});

function resultOf(
  row: ClaimedChannelDelivery,
  called: ChannelCallResult | null,
  at: RetryContext,
): ChannelDeliveryResult {
  if (!called) return { ...row, state: "dead", dueAt: null, doneAt: at.now };
  const attempts = [...row.attempts, ...called.attempts].slice(-maxAttemptsKept);
  const base = { ...row, attempt: row.attempt + 1, attempts, callsDone: called.callsDone };
  const over = (state: "sent" | "dead"): ChannelDeliveryResult => ({ ...base, state, dueAt: null, doneAt: at.now });
  if (called.verdict.outcome === "sent") return over("sent");
  if (called.verdict.outcome !== "again") return over("dead");
  const dueAt = nextRetryAt({ tries: base.attempt, ...at, retryAfter: called.verdict.retryAfter });
  return dueAt === null ? over("dead") : { ...base, state: "due", dueAt, doneAt: null };
}

/** Returns statements that end the waiting deliveries of the same subject that this one replaces. */
function placesTaken(
  ctx: Ctx,
  { channelId }: ClaimedChannelDelivery,
  placed: OrderedNews,
  told: ChannelTask,
  facts: ChannelDeliveryFacts,
): SqlStatement[] {
  const waiting = facts.waiting.get(channelId) ?? [];
  const older = waiting.filter((each) => overtakesNews(placed, each, false)).map(({ noticeId }) => noticeId);
  const ended = isSubjectOverInMessage(told) ? noticeKindsEndedBy(placed.kind) : [];
  return [
    ...(older.length > 0 ? [endOvertakenDeliveriesStatement(channelId, older, ctx.now())] : []),
    ...(ended.length > 0 ? [endEarlierDeliveriesStatement(channelId, placed, ended, ctx.now())] : []),
  ];
}

/** Records the delivery for later ones of this run. */
function rememberTold(
  { channelId }: ClaimedChannelDelivery,
  placed: OrderedNews,
  told: ChannelTask,
  facts: ChannelDeliveryFacts,
): void {
  const before = facts.told.get(channelId) ?? [];
  facts.told.set(channelId, [...before, { ...placed, isOver: isSubjectOverInMessage(told) }]);
}

/**
 * One write for the result, and one more when the channel is paused or switched off, or replaced deliveries are
 * restored.
 */
const markStatements = 2;

/**
 * Returns the statements and subrequests that one delivery may take. A message that is sent but not marked would be
 * sent again.
 */
export function statementBudgetOfDelivery(ctx: Ctx, row: ClaimedChannelDelivery, facts: ChannelDeliveryFacts): number {
  const told = channelTaskOf(row, facts, ctx.now());
  if (!told) return markStatements;
  const placed = orderedNewsOfDelivery(facts, row);
  const taken = placed ? placesTaken(ctx, row, placed, told, facts).length : 0;
  const keeps = told.thread !== null && channelAdapterOf(told.channel.kind)?.sent !== undefined;
  return maxCallsPerChannelMessage + markStatements + taken + (keeps ? 1 : 0);
}

/** Brings back the deliveries that this one replaced while it was tried, when it has no message left itself. */
function givesBack(ctx: Ctx, row: ClaimedChannelDelivery, { messages, notices }: ChannelDeliveryFacts) {
  const kind = notices.get(row.noticeId)?.kind;
  const isNothing = messages.get(row.noticeId) === null && wasDeliveryTried(row);
  return isNothing && noticeKindsThatMayLapse.some((each) => each === kind)
    ? restoreOvertakenDeliveryStatement(row.channelId, row.noticeId, ctx.now())
    : null;
}

/** Switches the channel off when its other end is gone. */
const offOf = (ctx: Ctx, { channelId: id }: ClaimedChannelDelivery, called: ChannelCallResult | null) =>
  called?.verdict.outcome === "gone"
    ? disableChannelsStatement([{ id, reason: called.verdict.reason }], ctx.now())
    : null;

/** Returns the time until which the receiver must not be called; null when it did not request a pause. */
function askedBy(ctx: Ctx, called: ChannelCallResult | null): number | null {
  const verdict = called?.verdict;
  return verdict?.outcome === "again" && verdict.retryAfter
    ? retryAtFromRetryAfter(ctx.now(), verdict.retryAfter)
    : null;
}

/**
 * Returns statements that make the delivery wait while its page is muted or its channel is in quiet hours; null when it
 * need not wait.
 */
function waitsFor(
  ctx: Ctx,
  row: ClaimedChannelDelivery,
  told: ChannelTask | null,
  { token, messages }: ChannelDeliveryFacts,
) {
  const muted = messages.get(row.noticeId);
  const until = (dueAt: number) => finishDeliveriesStatement(token, [{ ...handedBackDeliveryResult(row), dueAt }]);
  if (muted && "mutedUntil" in muted)
    return [until(muted.mutedUntil), releaseDeliveryIfUnmutedStatement(row, ctx.now())];
  return told?.quietUntil ? [until(told.quietUntil)] : null;
}

/** Returns the statements that record the result of a call. */
function marksOf(ctx: Ctx, row: ClaimedChannelDelivery, called: ChannelCallResult | null, facts: ChannelDeliveryFacts) {
  const marks = [
    finishDeliveriesStatement(facts.token, [resultOf(row, called, { now: ctx.now(), chance: ctx.chance() })]),
  ];
  const [off, asked] = [offOf(ctx, row, called), askedBy(ctx, called)];
  if (off) marks.push(off);
  if (asked !== null) marks.push(delayChannelStatement(row.channelId, asked));
  const back = givesBack(ctx, row, facts);
  if (back) marks.push(back);
  return { marks, isOff: off !== null, isLeftAlone: asked !== null };
}

/**
 * Delivers one message and records the result; the thread state is stored for the next delivery. Returns false when the
 * channel requested a pause.
 */
export async function deliverChannelMessage(
  ctx: Ctx,
  row: ClaimedChannelDelivery,
  facts: ChannelDeliveryFacts,
): Promise<boolean> {
  const told = channelTaskOf(row, facts, ctx.now());
  const waits = waitsFor(ctx, row, told, facts);
  if (waits) {
    await runBatch(ctx, waits);
    return true;
  }
  const before = told?.thread ? (facts.threads.get(told.thread.key) ?? null) : null;
  const called =
    told && (await sendMessageToChannel(ctx, told.channel, told.message, { callsDone: row.callsDone, state: before }));
  const { marks, isOff, isLeftAlone } = marksOf(ctx, row, called, facts);
  const placed = orderedNewsOfDelivery(facts, row);
  if (told && placed) {
    marks.push(...placesTaken(ctx, row, placed, told, facts));
    rememberTold(row, placed, told, facts);
  }
  if (!isOff && told?.thread && called && called.state !== before) {
    facts.threads.set(told.thread.key, called.state);
    const { channelId, pageId } = row;
    marks.push(
      saveChannelThreadStatement(
        { channelId, pageId, subjectId: told.thread.subjectId, state: called.state },
        ctx.now(),
      ),
    );
  }
  await runBatch(ctx, marks);
  return !isLeftAlone;
}
