import { runBatch } from "~/db/commit";
import {
  type ChannelDeliveryRow,
  type ChannelRow,
  channelsByIds,
  claimDeliveries,
  type DeliveryResult,
  finishDeliveries,
  switchOff,
} from "~/db/queries/channel";
import { type NoticeRow, noticesByIds } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { TeamMessage } from "~/notify/contract";
import { afterwards, type Ctx } from "~/platform/ctx";
import { retryAt } from "~/rules/basics/retry";
import { teamMessage } from "../letters/team-message";
import { type Called, callChannel } from "./call-channel";
import { callAnother } from "./queue";
import { roomOf } from "./room";

type Claimed = Pick<ChannelDeliveryRow, "channelId" | "noticeId" | "pageId" | "attempt" | "attempts">;

const lease = 60_000;
/** Only six connections run at once on the platform. */
const most = 6;
const attemptsKept = 12;
/** Statements besides the calls; and for each its words, its call and its marks. */
const overhead = 3;
const perDelivery = 6;
/** Statements and subrequests of one delivery by itself. */
export const leastForChannels = overhead + perDelivery;

const parsed = (row: Record<string, unknown>): Claimed =>
  ({ ...row, attempts: JSON.parse(String(row.attempts)) }) as Claimed;

interface At {
  now: number;
  chance: number;
}

function resultOf({ channelId, noticeId, attempt, attempts }: Claimed, called: Called | null, at: At): DeliveryResult {
  const base = { channelId, noticeId, attempt: attempt + 1 };
  if (!called) return { ...base, attempt, attempts, state: "dead", dueAt: null, doneAt: at.now };
  const kept = [...attempts, called.attempt].slice(-attemptsKept);
  const over = (state: "sent" | "dead"): DeliveryResult => ({
    ...base,
    attempts: kept,
    state,
    dueAt: null,
    doneAt: at.now,
  });
  if (called.verdict.outcome === "sent") return over("sent");
  if (called.verdict.outcome !== "again") return over("dead");
  const dueAt = retryAt({ tries: attempt + 1, ...at, retryAfter: called.verdict.retryAfter });
  return dueAt === null ? over("dead") : { ...base, attempts: kept, state: "due", dueAt, doneAt: null };
}

/** The words of each notice, taken once; null = there is nothing to tell any more. */
async function messagesOf(ctx: Ctx, notices: readonly NoticeRow[]): Promise<Map<string, TeamMessage | null>> {
  const messages = new Map<string, TeamMessage | null>();
  for (const each of notices) messages.set(each.id, await teamMessage(ctx, each));
  return messages;
}

async function sendOne(
  ctx: Ctx,
  row: Claimed,
  channel: ChannelRow | undefined,
  message: TeamMessage | null | undefined,
) {
  if (!channel || !message || channel.disabledAt !== null) return null;
  return callChannel(ctx, channel, { ...message, id: `${row.noticeId}.${row.channelId}` });
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Sends the claimed ones side by side, each marked as it ends: a slow target delays no other. */
async function sendClaimed(ctx: Ctx, rows: readonly Claimed[], token: string): Promise<void> {
  const [channels, notices] = await read(
    ctx,
    channelsByIds(ctx, unique(rows.map(({ channelId }) => channelId))),
    noticesByIds(ctx, unique(rows.map(({ noticeId }) => noticeId))),
  );
  const messages = await messagesOf(ctx, notices);
  const found = (id: string) => channels.find((each) => each.id === id);
  const results = rows.map(async (row) => {
    const called = await sendOne(ctx, row, found(row.channelId), messages.get(row.noticeId));
    const result = resultOf(row, called, { now: ctx.now(), chance: ctx.chance() });
    await runBatch(ctx, [finishDeliveries(token, [result]), ...offOf(ctx, row, called)]);
  });
  const failed = (await Promise.allSettled(results)).find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}

const offOf = (ctx: Ctx, { channelId }: Claimed, called: Called | null) =>
  called?.verdict.outcome === "gone" ? [switchOff([{ id: channelId, reason: called.verdict.reason }], ctx.now())] : [];

/**
 * Tells team channels what is due, as far as one invocation carries; each delivery under a lease, with every attempt
 * kept (12 at the most) and the waits of spec §7. Safe to call at any time and by many at once.
 */
export async function deliverToChannels(given: Ctx): Promise<{ left: boolean }> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  const limit = Math.min(most, Math.floor((roomOf(ctx) - overhead) / perDelivery));
  if (limit < 1) return { left: true };
  const [token, now] = [ctx.id(), ctx.now()];
  const [claimed] = await runBatch(ctx, [claimDeliveries(token, now, now + lease, limit)]);
  const rows = ((claimed?.results ?? []) as Record<string, unknown>[]).map(parsed);
  if (rows.length === limit) callAnother(ctx);
  if (rows.length > 0) await sendClaimed(ctx, rows, token);
  return { left: rows.length === limit };
}
