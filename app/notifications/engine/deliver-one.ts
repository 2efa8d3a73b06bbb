import { mostCalls } from "~/channels/contract/contract";
import type { TeamMessage } from "~/channels/contract/messages";
import { channelOf } from "~/channels/kinds/known-kinds";
import {
  type ChannelDeliveryRow,
  type ChannelRow,
  type DeliveryResult,
  finishDeliveries,
  keepThread,
  leaveAlone,
  switchOff,
} from "~/channels/queries/channel";
import { bringBack, endOvertaken, endToldBefore } from "~/channels/queries/overtaken";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import { askedUntil, retryAt } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { teamMessage } from "../letters/engine/team-message";
import type { NoticeRow } from "../queries/notice";
import { muteOf, unlessMuted } from "../queries/notice-wait";
import { waitsOutMute } from "../rules/notice";
import { endedWith, mayComeToNothing, overtakes, type PlacedNews, type ToldNews } from "../rules/overtaken";
import { quietEnd } from "../rules/quiet-hours";
import { type Called, callChannel } from "./call-channel";

export type Claimed = Pick<
  ChannelDeliveryRow,
  "channelId" | "noticeId" | "pageId" | "attempt" | "attempts" | "callsDone" | "dueAt" | "createdAt"
>;

const attemptsKept = 12;

interface At {
  now: number;
  chance: number;
}

/** As it was: it is given back. */
export const untouched = (row: Claimed): DeliveryResult => ({ ...row, state: "due", doneAt: null });

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
type Message = { message: TeamMessage; timeZone: string; isOver: boolean };
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
export async function messagesOf(ctx: Ctx, notices: readonly NoticeRow[]): Promise<Facts["messages"]> {
  const messages: Facts["messages"] = new Map();
  for (const each of notices) {
    const since = ctx.now();
    messages.set(each.id, (await teamMessage(ctx, each)) ?? (await muteSince(ctx, each, since)));
  }
  return messages;
}

/** What was read for the deliveries at hand, by channel where it is of one. */
export interface Facts {
  token: string;
  channels: readonly ChannelRow[];
  messages: Map<string, Message | Muted | null>;
  /** Where each notice stands among those of its subject. */
  notices: ReadonlyMap<string, NoticeRow>;
  /** What the channels keep, by channel and subject. */
  threads: Map<string, string | null>;
  /** What was handed over, also by this run. */
  told: Map<string, ToldNews[]>;
  /** What waits for its next try. */
  waiting: ReadonlyMap<string, readonly PlacedNews[]>;
}

export const threadKey = (channelId: string, subjectId: string) => `${channelId} ${subjectId}`;

/** Where it stands; null where its notice is forgotten. */
export function placedIn({ notices }: Facts, { noticeId, createdAt }: Claimed): PlacedNews | null {
  const found = notices.get(noticeId);
  if (!found) return null;
  const { kind, subjectId, sequence } = found;
  return { noticeId, kind, subjectId, sequence, begunAt: createdAt };
}

/** Its receiver has it, or may have it. */
const wasTried = ({ attempts }: Claimed) => attempts.length > 0;

/** What is tried again opens nothing elsewhere whose subject is over: its end may have been told before, or to nobody. */
const asItStands = (row: Claimed, { message, isOver }: Message): TeamMessage =>
  isOver && wasTried(row) && message.thread ? { ...message, thread: { ...message.thread, open: false } } : message;

/** One that a person sent again goes at any hour. */
const isSentAgain = ({ attempt, attempts }: Claimed) => attempt === 0 && attempts.length > 0;

export interface ToTell {
  channel: ChannelRow;
  message: TeamMessage;
  /** Where what is kept of its subject is found. */
  thread: { key: string; subjectId: string } | null;
  /** It is quiet until then; null = it can be told. */
  quietUntil: number | null;
}

/** Null where there is nothing to tell any more, or nobody. */
export function toTell(row: Claimed, { channels, messages }: Facts, now: number): ToTell | null {
  const channel = channels.find(({ id }) => id === row.channelId);
  const found = messages.get(row.noticeId);
  if (!channel || !found || "mutedUntil" in found || channel.disabledAt !== null) return null;
  const { timeZone } = found;
  const message = asItStands(row, found);
  const subjectId = message.thread?.id;
  return {
    channel,
    message: { ...message, id: `${row.noticeId}.${row.channelId}` },
    thread: subjectId === undefined ? null : { subjectId, key: threadKey(row.channelId, subjectId) },
    quietUntil: isSentAgain(row) || message.event === "alert_unacknowledged" ? null : quietEnd(channel, timeZone, now),
  };
}

/** It says of its subject that it is over. */
export const saysOver = ({ message }: ToTell): boolean => message.thread?.open === false;

/** What waits of the same subject is over, as this takes its place. */
function placesTaken(ctx: Ctx, { channelId }: Claimed, placed: PlacedNews, told: ToTell, facts: Facts): Statement[] {
  const waiting = facts.waiting.get(channelId) ?? [];
  const older = waiting.filter((each) => overtakes(placed, each, false)).map(({ noticeId }) => noticeId);
  const ended = saysOver(told) ? endedWith(placed.kind) : [];
  return [
    ...(older.length > 0 ? [endOvertaken(channelId, older, ctx.now())] : []),
    ...(ended.length > 0 ? [endToldBefore(channelId, placed, ended, ctx.now())] : []),
  ];
}

/** What comes after it in this run knows that it was told. */
function rememberTold({ channelId }: Claimed, placed: PlacedNews, told: ToTell, facts: Facts): void {
  const before = facts.told.get(channelId) ?? [];
  facts.told.set(channelId, [...before, { ...placed, isOver: saysOver(told) }]);
}

/** Its result, and one more: that its channel is left alone or switched off, or what it gives back. */
const usualMarks = 2;

/** Statements and subrequests that handing it over may take. What is handed over and not marked is told again. */
export function roomToTell(ctx: Ctx, row: Claimed, facts: Facts): number {
  const told = toTell(row, facts, ctx.now());
  if (!told) return usualMarks;
  const placed = placedIn(facts, row);
  const taken = placed ? placesTaken(ctx, row, placed, told, facts).length : 0;
  const keeps = told.thread !== null && channelOf(told.channel.kind)?.sent !== undefined;
  return mostCalls + usualMarks + taken + (keeps ? 1 : 0);
}

/** It took others' places while it was tried, and has nothing to tell any more: what it stood for is told after all. */
function givesBack(ctx: Ctx, row: Claimed, { messages, notices }: Facts) {
  const kind = notices.get(row.noticeId)?.kind;
  const isNothing = messages.get(row.noticeId) === null && wasTried(row);
  return isNothing && mayComeToNothing.some((each) => each === kind)
    ? bringBack(row.channelId, row.noticeId, ctx.now())
    : null;
}

/** Where its other end is gone, nothing of it is worth keeping. */
const offOf = (ctx: Ctx, { channelId: id }: Claimed, called: Called | null) =>
  called?.verdict.outcome === "gone" ? switchOff([{ id, reason: called.verdict.reason }], ctx.now()) : null;

/** Until when its other end asked to be left alone; null = it did not. */
function askedBy(ctx: Ctx, called: Called | null): number | null {
  const verdict = called?.verdict;
  return verdict?.outcome === "again" && verdict.retryAfter ? askedUntil(ctx.now(), verdict.retryAfter) : null;
}

/** Waits where its page is muted, or its channel is quiet. */
function waitsFor(ctx: Ctx, row: Claimed, told: ToTell | null, { token, messages }: Facts) {
  const muted = messages.get(row.noticeId);
  const until = (dueAt: number) => finishDeliveries(token, [{ ...untouched(row), dueAt }]);
  if (muted && "mutedUntil" in muted) return [until(muted.mutedUntil), unlessMuted(row, ctx.now())];
  return told?.quietUntil ? [until(told.quietUntil)] : null;
}

/** What the call leaves behind. */
function marksOf(ctx: Ctx, row: Claimed, called: Called | null, facts: Facts) {
  const marks = [finishDeliveries(facts.token, [resultOf(row, called, { now: ctx.now(), chance: ctx.chance() })])];
  const [off, asked] = [offOf(ctx, row, called), askedBy(ctx, called)];
  if (off) marks.push(off);
  if (asked !== null) marks.push(leaveAlone(row.channelId, asked));
  const back = givesBack(ctx, row, facts);
  if (back) marks.push(back);
  return { marks, isOff: off !== null, isLeftAlone: asked !== null };
}

/**
 * Hands one over, and marks what became of it; what is kept of its subject is there for the next one. False where its channel
 * asked to be left alone.
 */
export async function deliverOne(ctx: Ctx, row: Claimed, facts: Facts): Promise<boolean> {
  const told = toTell(row, facts, ctx.now());
  const waits = waitsFor(ctx, row, told, facts);
  if (waits) {
    await runBatch(ctx, waits);
    return true;
  }
  const before = told?.thread ? (facts.threads.get(told.thread.key) ?? null) : null;
  const called =
    told && (await callChannel(ctx, told.channel, told.message, { callsDone: row.callsDone, state: before }));
  const { marks, isOff, isLeftAlone } = marksOf(ctx, row, called, facts);
  const placed = placedIn(facts, row);
  if (told && placed) {
    marks.push(...placesTaken(ctx, row, placed, told, facts));
    rememberTold(row, placed, told, facts);
  }
  if (!isOff && told?.thread && called && called.state !== before) {
    facts.threads.set(told.thread.key, called.state);
    const { channelId, pageId } = row;
    marks.push(keepThread({ channelId, pageId, subjectId: told.thread.subjectId, state: called.state }, ctx.now()));
  }
  await runBatch(ctx, marks);
  return !isLeftAlone;
}
