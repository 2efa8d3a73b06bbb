import {
  type ChannelDeliveryResult,
  channelsByIdsQuery,
  channelThreadsOfDeliveriesQuery,
  claimDeliveriesStatement,
  finishDeliveriesStatement,
} from "~/channels/queries/channel";
import { newsAroundDeliveriesQuery } from "~/channels/queries/overtaken-deliveries";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { noticesByIdsQuery } from "../queries/notice";
import { isOvertakenNews, type SentNews } from "../rules/overtaken-messages";
import {
  type ChannelDeliveryFacts,
  type ClaimedChannelDelivery,
  channelTaskOf,
  channelThreadKey,
  isSubjectOverInMessage,
  orderedNewsOfDelivery,
  readNoticeMessages,
} from "./channel-task";
import { deliverChannelMessage, handedBackDeliveryResult, statementBudgetOfDelivery } from "./deliver-one";
import { remainingInvocationBudget } from "./mail-room";
import { startSecondSender } from "./queue";

const leaseMs = minuteMs;
/** Time before the end of a lease in which no delivery starts, in ms; two calls may take that long. */
const leaseMarginMs = 20_000;
/** Most deliveries at once: the platform runs six connections at a time. */
const maxConcurrentCalls = 6;
/** Statements besides the calls, and for each delivery its message, its call and its marks. */
const overheadStatements = 5;
const statementsPerDelivery = 6;
/** Statements and subrequests of a single delivery. */
export const minChannelStatements = overheadStatements + statementsPerDelivery + 2;

const parsed = (row: Record<string, unknown>): ClaimedChannelDelivery =>
  ({ ...row, attempts: JSON.parse(String(row.attempts)) }) as ClaimedChannelDelivery;

/** The room that concurrent deliveries share. */
interface DeliveryRoom {
  /**
   * Reserves the budget that one delivery may need until `end`; returns false when the budget or the time does not
   * suffice.
   */
  begin(needed: number): boolean;
  end(needed: number): void;
}

/** Returns the news later in the queue that is delivered in this run. */
const aboutToBeTold = (
  ctx: Ctx,
  following: readonly ClaimedChannelDelivery[],
  facts: ChannelDeliveryFacts,
): SentNews[] =>
  following.flatMap((row) => {
    const [told, placed] = [channelTaskOf(row, facts, ctx.now()), orderedNewsOfDelivery(facts, row)];
    return told && placed && told.quietUntil === null ? [{ ...placed, isOver: isSubjectOverInMessage(told) }] : [];
  });

/** Returns true when newer news of the same subject was delivered or, for a retry, follows in the queue. */
function isOld(
  ctx: Ctx,
  row: ClaimedChannelDelivery,
  following: readonly ClaimedChannelDelivery[],
  facts: ChannelDeliveryFacts,
): boolean {
  const placed = orderedNewsOfDelivery(facts, row);
  if (!placed) return false;
  const due = { ...placed, attempt: row.attempt };
  if (isOvertakenNews(due, facts.told.get(row.channelId) ?? [])) return true;
  return row.attempt > 0 && isOvertakenNews(due, aboutToBeTold(ctx, following, facts));
}

const overtaken = (ctx: Ctx, row: ClaimedChannelDelivery): ChannelDeliveryResult => ({
  ...row,
  state: "overtaken",
  dueAt: null,
  doneAt: ctx.now(),
});

/**
 * Delivers one channel's messages, oldest first, without those that newer ones replaced. Releases messages for which
 * the time or budget does not suffice, and the rest when the channel asks for a pause.
 */
async function deliverInOrder(
  ctx: Ctx,
  rows: readonly ClaimedChannelDelivery[],
  facts: ChannelDeliveryFacts,
  room: DeliveryRoom,
): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.noticeId < other.noticeId ? -1 : 1));
  const ended: ChannelDeliveryResult[] = [];
  const finish = (left: readonly ClaimedChannelDelivery[]) => {
    const results = [...ended.splice(0), ...left.map(handedBackDeliveryResult)];
    return results.length > 0 ? runBatch(ctx, [finishDeliveriesStatement(facts.token, results)]) : null;
  };
  for (const [index, row] of inOrder.entries()) {
    const following = inOrder.slice(index + 1);
    if (isOld(ctx, row, following, facts)) {
      ended.push(overtaken(ctx, row));
      continue;
    }
    const needed = statementBudgetOfDelivery(ctx, row, facts);
    if (!room.begin(needed)) {
      await finish([row, ...following]);
      return;
    }
    const goesOn = await deliverChannelMessage(ctx, row, facts).finally(() => room.end(needed));
    if (!goesOn) {
      await finish(following);
      return;
    }
  }
  await finish([]);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Reserves one statement per line for giving deliveries back. */
function roomFor(ctx: Ctx, { until, lines }: { until: number; lines: number }): DeliveryRoom {
  let taken = 0;
  return {
    begin(needed) {
      if (ctx.now() >= until || remainingInvocationBudget(ctx) < taken + needed + lines) return false;
      taken += needed;
      return true;
    },
    end(needed) {
      taken -= needed;
    },
  };
}

/** Reads the data of all claimed deliveries in one round trip, and then each notice's message. */
async function factsOf(
  ctx: Ctx,
  rows: readonly ClaimedChannelDelivery[],
  token: string,
): Promise<ChannelDeliveryFacts> {
  const [channels, notices, threads, around] = await readBatch(
    ctx,
    channelsByIdsQuery(ctx, unique(rows.map(({ channelId }) => channelId))),
    noticesByIdsQuery(ctx, unique(rows.map(({ noticeId }) => noticeId))),
    channelThreadsOfDeliveriesQuery(ctx, rows),
    newsAroundDeliveriesQuery(ctx, rows, ctx.now()),
  );
  const kept = threads.map(
    ({ channelId, subjectId, state }) => [channelThreadKey(channelId, subjectId), state] as const,
  );
  const told = around.filter((each) => each.told === 1).map((each) => ({ ...each, isOver: false }));
  return {
    token,
    channels,
    notices: new Map(notices.map((each) => [each.id, each])),
    messages: await readNoticeMessages(ctx, notices),
    threads: new Map(kept),
    told: Map.groupBy(told, ({ channelId }) => channelId),
    waiting: Map.groupBy(
      around.filter((each) => each.told === 0),
      ({ channelId }) => channelId,
    ),
  };
}

/** Runs channels concurrently, so that a slow target delays no other. */
async function sendClaimed(
  ctx: Ctx,
  rows: readonly ClaimedChannelDelivery[],
  { token, until }: { token: string; until: number },
) {
  const facts = await factsOf(ctx, rows, token);
  const lines = [...Map.groupBy(rows, ({ channelId }) => channelId).values()];
  const room = roomFor(ctx, { until, lines: lines.length });
  const ended = await Promise.allSettled(lines.map((line) => deliverInOrder(ctx, line, facts, room)));
  const failed = ended.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Delivers due messages to team channels, as far as one invocation allows. Each delivery has a lease, records its
 * attempts (12 at most) and waits as in spec §7. Safe to call at any time and concurrently.
 */
export async function deliverToChannels(given: Ctx): Promise<{ left: boolean }> {
  const ctx = ctxAfterAnswer(given, { kind: "machine", id: "sender" });
  if (remainingInvocationBudget(ctx) < minChannelStatements) return { left: true };
  const limit = Math.min(
    maxConcurrentCalls,
    Math.floor((remainingInvocationBudget(ctx) - overheadStatements) / statementsPerDelivery),
  );
  const [token, now] = [ctx.id(), ctx.now()];
  const [claimed] = await runBatch(ctx, [claimDeliveriesStatement(token, now, now + leaseMs, limit)]);
  const rows = ((claimed?.results ?? []) as Record<string, unknown>[]).map(parsed);
  if (rows.length === limit) startSecondSender(ctx);
  if (rows.length > 0) await sendClaimed(ctx, rows, { token, until: now + leaseMs - leaseMarginMs });
  return { left: rows.length === limit };
}
