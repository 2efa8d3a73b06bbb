import type { TeamMessage } from "~/channels/contract/messages";
import {
  type ChannelDeliveryRow,
  type ChannelRow,
  channelsByIds,
  claimDeliveries,
  type DeliveryResult,
  finishDeliveries,
  keepThread,
  switchOff,
  threadsOf,
} from "~/channels/queries/channel";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { retryAt } from "~/net/retry";
import { afterwards, type Ctx } from "~/platform/ctx";
import { teamMessage } from "../letters/engine/team-message";
import { type NoticeRow, noticesByIds } from "../queries/notice";
import { muteOf, unlessMuted } from "../queries/notice-wait";
import { waitsOutMute } from "../rules/notice";
import { quietEnd } from "../rules/quiet-hours";
import { type Called, callChannel } from "./call-channel";
import { callAnother } from "./queue";
import { roomOf } from "./room";

type Claimed = Pick<
  ChannelDeliveryRow,
  "channelId" | "noticeId" | "pageId" | "attempt" | "attempts" | "callsDone" | "dueAt"
>;

const lease = 60_000;
/** So long before the end of a lease nothing more is begun: two calls may take that. */
const margin = 20_000;
/** Only six connections run at once on the platform. */
const most = 6;
const attemptsKept = 12;
/** Statements besides the calls; and for each its words, its call and its marks. */
const overhead = 4;
const perDelivery = 6;
/** Two calls and their marks: what must be left where one is begun. */
const perHandOver = 4;
/** Statements and subrequests of one delivery by itself. */
export const leastForChannels = overhead + perDelivery + 2;

const parsed = (row: Record<string, unknown>): Claimed =>
  ({ ...row, attempts: JSON.parse(String(row.attempts)) }) as Claimed;

interface At {
  now: number;
  chance: number;
}

/** As it was: it is given back. */
const untouched = (row: Claimed): DeliveryResult => ({ ...row, state: "due", doneAt: null });

function resultOf(row: Claimed, called: Called | null, at: At): DeliveryResult {
  if (!called) return { ...row, state: "dead", dueAt: null, doneAt: at.now };
  const attempts = [...row.attempts, ...called.attempts].slice(-attemptsKept);
  const base = { ...row, attempt: row.attempt + 1, attempts, callsDone: called.callsDone };
  const over = (state: "sent" | "dead"): DeliveryResult => ({ ...base, state, dueAt: null, doneAt: at.now });
  if (called.verdict.outcome === "sent") return over("sent");
  if (called.verdict.outcome !== "again") return over("dead");
  const dueAt = retryAt({ tries: base.attempt, ...at, retryAfter: called.verdict.retryAfter });
  return dueAt === null ? over("dead") : { ...base, state: "due", dueAt, doneAt: null };
}

/** What a notice says, and the zone in which its page's channels are quiet. */
type Message = { message: TeamMessage; timeZone: string };
/** It is told when the mute of its page is over. */
type Muted = { mutedUntil: number };

/** A mute that ended since then was one when the words were taken. */
async function muteSince(ctx: Ctx, { kind, pageId }: NoticeRow, since: number): Promise<Muted | null> {
  if (!waitsOutMute.includes(kind)) return null;
  const [[found]] = await read(ctx, muteOf(ctx, pageId));
  const mutedUntil = found?.mutedUntil ?? 0;
  return mutedUntil > since ? { mutedUntil } : null;
}

/** The words of each notice, taken once; null = there is nothing to tell any more. */
async function messagesOf(ctx: Ctx, notices: readonly NoticeRow[]): Promise<Map<string, Message | Muted | null>> {
  const messages = new Map<string, Message | Muted | null>();
  for (const each of notices) {
    const since = ctx.now();
    messages.set(each.id, (await teamMessage(ctx, each)) ?? (await muteSince(ctx, each, since)));
  }
  return messages;
}

/** What was read for the deliveries at hand. */
interface Facts {
  token: string;
  /** Takes the room of one hand-over, as long as it lasts; false where there is none, or no time. */
  begin(): boolean;
  end(): void;
  channels: readonly ChannelRow[];
  messages: Map<string, Message | Muted | null>;
  /** What the channels keep, by channel and subject. */
  threads: Map<string, string | null>;
}

const threadKey = (channelId: string, subjectId: string) => `${channelId} ${subjectId}`;

/** One that a person sent again goes at any hour. */
const isSentAgain = ({ attempt, attempts }: Claimed) => attempt === 0 && attempts.length > 0;

interface ToTell {
  channel: ChannelRow;
  message: TeamMessage;
  /** Where what is kept of its subject is found. */
  thread: { key: string; subjectId: string } | null;
  /** It is quiet until then; null = it can be told. */
  quietUntil: number | null;
}

/** Null where there is nothing to tell any more, or nobody. */
function toTell(row: Claimed, { channels, messages }: Facts, now: number): ToTell | null {
  const channel = channels.find(({ id }) => id === row.channelId);
  const found = messages.get(row.noticeId);
  if (!channel || !found || "mutedUntil" in found || channel.disabledAt !== null) return null;
  const { message, timeZone } = found;
  const subjectId = message.thread?.id;
  return {
    channel,
    message: { ...message, id: `${row.noticeId}.${row.channelId}` },
    thread: subjectId === undefined ? null : { subjectId, key: threadKey(row.channelId, subjectId) },
    quietUntil: isSentAgain(row) || message.event === "alert_unacknowledged" ? null : quietEnd(channel, timeZone, now),
  };
}

/** Hands one over, and marks what became of it; what is kept of its subject is there for the next one. */
async function deliverOne(ctx: Ctx, row: Claimed, facts: Facts): Promise<void> {
  const { token, threads } = facts;
  const muted = facts.messages.get(row.noticeId);
  if (muted && "mutedUntil" in muted) {
    const waits = finishDeliveries(token, [{ ...untouched(row), dueAt: muted.mutedUntil }]);
    await runBatch(ctx, [waits, unlessMuted(row, ctx.now())]);
    return;
  }
  const told = toTell(row, facts, ctx.now());
  if (told?.quietUntil) {
    await runBatch(ctx, [finishDeliveries(token, [{ ...untouched(row), dueAt: told.quietUntil }])]);
    return;
  }
  const before = told?.thread ? (threads.get(told.thread.key) ?? null) : null;
  const progress = { callsDone: row.callsDone, state: before };
  const called = told && (await callChannel(ctx, told.channel, told.message, progress));
  const marks = [finishDeliveries(token, [resultOf(row, called, { now: ctx.now(), chance: ctx.chance() })])];
  const off = offOf(ctx, row, called);
  if (off) marks.push(off);
  else if (told?.thread && called && called.state !== before) {
    threads.set(told.thread.key, called.state);
    const { channelId, pageId } = row;
    marks.push(keepThread({ channelId, pageId, subjectId: told.thread.subjectId, state: called.state }, ctx.now()));
  }
  await runBatch(ctx, marks);
}

/** Where its other end is gone, nothing of it is worth keeping. */
const offOf = (ctx: Ctx, { channelId: id }: Claimed, called: Called | null) =>
  called?.verdict.outcome === "gone" ? switchOff([{ id, reason: called.verdict.reason }], ctx.now()) : null;

/** Those of one channel one after the other, the oldest first; what there is no time or room for is given back. */
async function deliverInOrder(ctx: Ctx, rows: readonly Claimed[], facts: Facts): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.noticeId < other.noticeId ? -1 : 1));
  for (const [index, row] of inOrder.entries()) {
    if (!facts.begin()) {
      const left = inOrder.slice(index).map(untouched);
      await runBatch(ctx, [finishDeliveries(facts.token, left)]);
      return;
    }
    await deliverOne(ctx, row, facts).finally(facts.end);
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** What hand-overs that run side by side still may take; one statement a line is kept for giving back. */
function roomFor(ctx: Ctx, { until, lines }: { until: number; lines: number }): Pick<Facts, "begin" | "end"> {
  let running = 0;
  return {
    begin() {
      if (ctx.now() >= until || roomOf(ctx) < (running + 1) * perHandOver + lines) return false;
      running += 1;
      return true;
    },
    end() {
      running -= 1;
    },
  };
}

/** Channels side by side: a slow target delays no other. */
async function sendClaimed(ctx: Ctx, rows: readonly Claimed[], { token, until }: { token: string; until: number }) {
  const [channels, notices, threads] = await read(
    ctx,
    channelsByIds(ctx, unique(rows.map(({ channelId }) => channelId))),
    noticesByIds(ctx, unique(rows.map(({ noticeId }) => noticeId))),
    threadsOf(ctx, rows),
  );
  const kept = threads.map(({ channelId, subjectId, state }) => [threadKey(channelId, subjectId), state] as const);
  const messages = await messagesOf(ctx, notices);
  const lines = [...Map.groupBy(rows, ({ channelId }) => channelId).values()];
  const room = roomFor(ctx, { until, lines: lines.length });
  const facts = { token, ...room, channels, messages, threads: new Map(kept) };
  const ended = await Promise.allSettled(lines.map((line) => deliverInOrder(ctx, line, facts)));
  const failed = ended.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Tells team channels what is due, as far as one invocation carries; each delivery under a lease, with every attempt
 * kept (12 at the most) and the waits of spec §7. Safe to call at any time and by many at once.
 */
export async function deliverToChannels(given: Ctx): Promise<{ left: boolean }> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  if (roomOf(ctx) < leastForChannels) return { left: true };
  const limit = Math.min(most, Math.floor((roomOf(ctx) - overhead) / perDelivery));
  const [token, now] = [ctx.id(), ctx.now()];
  const [claimed] = await runBatch(ctx, [claimDeliveries(token, now, now + lease, limit)]);
  const rows = ((claimed?.results ?? []) as Record<string, unknown>[]).map(parsed);
  if (rows.length === limit) callAnother(ctx);
  if (rows.length > 0) await sendClaimed(ctx, rows, { token, until: now + lease - margin });
  return { left: rows.length === limit };
}
