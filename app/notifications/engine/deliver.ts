import {
  channelsByIds,
  claimDeliveries,
  type DeliveryResult,
  finishDeliveries,
  threadsOf,
} from "~/channels/queries/channel";
import { newsAround } from "~/channels/queries/overtaken-deliveries";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { afterwards, type Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { noticesByIds } from "../queries/notice";
import { isOvertaken, type SentNews } from "../rules/overtaken-messages";
import {
  type ClaimedDelivery,
  type DeliveryFacts,
  deliverOne,
  givenBackDelivery,
  messagesOf,
  placedNewsOf,
  roomToTell,
  saysOver,
  threadKey,
  toTell,
} from "./deliver-one";
import { roomOf } from "./mail-room";
import { callAnother } from "./queue";

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

const parsed = (row: Record<string, unknown>): ClaimedDelivery =>
  ({ ...row, attempts: JSON.parse(String(row.attempts)) }) as ClaimedDelivery;

/** The room that concurrent deliveries share. */
interface DeliveryRoom {
  /** Reserves what one delivery may need until `end`; returns false when that much room, or time, is not left. */
  begin(needed: number): boolean;
  end(needed: number): void;
}

/** Returns the news later in the queue that is delivered in this run. */
const aboutToBeTold = (ctx: Ctx, following: readonly ClaimedDelivery[], facts: DeliveryFacts): SentNews[] =>
  following.flatMap((row) => {
    const [told, placed] = [toTell(row, facts, ctx.now()), placedNewsOf(facts, row)];
    return told && placed && told.quietUntil === null ? [{ ...placed, isOver: saysOver(told) }] : [];
  });

/** Returns true when newer news of the same subject was delivered or, for a retry, follows in the queue. */
function isOld(ctx: Ctx, row: ClaimedDelivery, following: readonly ClaimedDelivery[], facts: DeliveryFacts): boolean {
  const placed = placedNewsOf(facts, row);
  if (!placed) return false;
  const due = { ...placed, attempt: row.attempt };
  if (isOvertaken(due, facts.told.get(row.channelId) ?? [])) return true;
  return row.attempt > 0 && isOvertaken(due, aboutToBeTold(ctx, following, facts));
}

const overtaken = (ctx: Ctx, row: ClaimedDelivery): DeliveryResult => ({
  ...row,
  state: "overtaken",
  dueAt: null,
  doneAt: ctx.now(),
});

/**
 * Delivers one channel's messages in order, oldest first, without those that newer ones overtook. Gives back those for
 * which no time or room is left, and the rest when the channel asks to be left alone.
 */
async function deliverInOrder(
  ctx: Ctx,
  rows: readonly ClaimedDelivery[],
  facts: DeliveryFacts,
  room: DeliveryRoom,
): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.noticeId < other.noticeId ? -1 : 1));
  const ended: DeliveryResult[] = [];
  const finish = (left: readonly ClaimedDelivery[]) => {
    const results = [...ended.splice(0), ...left.map(givenBackDelivery)];
    return results.length > 0 ? runBatch(ctx, [finishDeliveries(facts.token, results)]) : null;
  };
  for (const [index, row] of inOrder.entries()) {
    const following = inOrder.slice(index + 1);
    if (isOld(ctx, row, following, facts)) {
      ended.push(overtaken(ctx, row));
      continue;
    }
    const needed = roomToTell(ctx, row, facts);
    if (!room.begin(needed)) {
      await finish([row, ...following]);
      return;
    }
    const goesOn = await deliverOne(ctx, row, facts).finally(() => room.end(needed));
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
      if (ctx.now() >= until || roomOf(ctx) < taken + needed + lines) return false;
      taken += needed;
      return true;
    },
    end(needed) {
      taken -= needed;
    },
  };
}

/** Reads the data of all claimed deliveries in one round trip, and then each notice's message. */
async function factsOf(ctx: Ctx, rows: readonly ClaimedDelivery[], token: string): Promise<DeliveryFacts> {
  const [channels, notices, threads, around] = await read(
    ctx,
    channelsByIds(ctx, unique(rows.map(({ channelId }) => channelId))),
    noticesByIds(ctx, unique(rows.map(({ noticeId }) => noticeId))),
    threadsOf(ctx, rows),
    newsAround(ctx, rows, ctx.now()),
  );
  const kept = threads.map(({ channelId, subjectId, state }) => [threadKey(channelId, subjectId), state] as const);
  const told = around.filter((each) => each.told === 1).map((each) => ({ ...each, isOver: false }));
  return {
    token,
    channels,
    notices: new Map(notices.map((each) => [each.id, each])),
    messages: await messagesOf(ctx, notices),
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
  rows: readonly ClaimedDelivery[],
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
 * Delivers due messages to team channels, as far as one invocation allows; each delivery under a lease, with its
 * attempts kept (12 at most) and the waits of spec §7. Safe to call at any time and concurrently.
 */
export async function deliverToChannels(given: Ctx): Promise<{ left: boolean }> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  if (roomOf(ctx) < minChannelStatements) return { left: true };
  const limit = Math.min(maxConcurrentCalls, Math.floor((roomOf(ctx) - overheadStatements) / statementsPerDelivery));
  const [token, now] = [ctx.id(), ctx.now()];
  const [claimed] = await runBatch(ctx, [claimDeliveries(token, now, now + leaseMs, limit)]);
  const rows = ((claimed?.results ?? []) as Record<string, unknown>[]).map(parsed);
  if (rows.length === limit) callAnother(ctx);
  if (rows.length > 0) await sendClaimed(ctx, rows, { token, until: now + leaseMs - leaseMarginMs });
  return { left: rows.length === limit };
}
