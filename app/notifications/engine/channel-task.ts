import type { TeamMessage } from "~/channels/contract/messages";
import type { ChannelDeliveryRow, ChannelRow } from "~/channels/queries/channel";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { readTeamMessage } from "../letters/engine/team-message";
import type { NoticeRow } from "../queries/notice";
import { pageMuteQuery } from "../queries/notice-wait";
import { noticeKindsDelayedByMute } from "../rules/notice";
import type { OrderedNews, SentNews } from "../rules/overtaken-messages";
import { quietHoursEnd } from "../rules/quiet-hours";

export type ClaimedChannelDelivery = Pick<
  ChannelDeliveryRow,
  "channelId" | "noticeId" | "pageId" | "attempt" | "attempts" | "callsDone" | "dueAt" | "createdAt"
>;

/** A notice's message, and the time zone of the quiet hours of its page's channels. */
type Message = { message: TeamMessage; timeZone: string; isOver: boolean };
/** A mute that delays a message until it ends. */
type MutedPage = { mutedUntil: number };

/**
 * Returns the mute that hid the message: a mute that ended after `since` was still active when the message was read.
 */
async function muteSince(ctx: Ctx, { kind, pageId }: NoticeRow, since: number): Promise<MutedPage | null> {
  if (!noticeKindsDelayedByMute.includes(kind)) return null;
  const [[found]] = await readBatch(ctx, pageMuteQuery(ctx, pageId));
  const mutedUntil = found?.mutedUntil ?? 0;
  return mutedUntil > since ? { mutedUntil } : null;
}

/** Reads each notice's message once; null means that no message is left. */
export async function readNoticeMessages(
  ctx: Ctx,
  notices: readonly NoticeRow[],
): Promise<ChannelDeliveryFacts["messages"]> {
  const messages: ChannelDeliveryFacts["messages"] = new Map();
  for (const each of notices) {
    const since = ctx.now();
    messages.set(each.id, (await readTeamMessage(ctx, each)) ?? (await muteSince(ctx, each, since)));
  }
  return messages;
}

/** The data read for the claimed deliveries, by channel where it belongs to one channel. */
export interface ChannelDeliveryFacts {
  token: string;
  channels: readonly ChannelRow[];
  messages: Map<string, Message | MutedPage | null>;
  /** Notices by id, which give each delivery its position among those of its subject. */
  notices: ReadonlyMap<string, NoticeRow>;
  /** Thread states of the channels, by `channelThreadKey`. */
  threads: Map<string, string | null>;
  /** News delivered before, including by this run, by channel. */
  told: Map<string, SentNews[]>;
  /** News waiting for a retry, by channel. */
  waiting: ReadonlyMap<string, readonly OrderedNews[]>;
}

export const channelThreadKey = (channelId: string, subjectId: string) => `${channelId} ${subjectId}`;

/** Returns the position of a delivery among those of its subject; null when its notice was deleted. */
export function orderedNewsOfDelivery(
  { notices }: ChannelDeliveryFacts,
  { noticeId, createdAt }: ClaimedChannelDelivery,
): OrderedNews | null {
  const found = notices.get(noticeId);
  if (!found) return null;
  const { kind, subjectId, sequence } = found;
  return { noticeId, kind, subjectId, sequence, begunAt: createdAt };
}

/** True when the receiver has it, or may have it. */
export const wasDeliveryTried = ({ attempts }: ClaimedChannelDelivery): boolean => attempts.length > 0;

/** A retry opens no thread for a subject that is over: its end may have been delivered before, or not at all. */
const asItStands = (row: ClaimedChannelDelivery, { message, isOver }: Message): TeamMessage =>
  isOver && wasDeliveryTried(row) && message.thread
    ? { ...message, thread: { ...message.thread, open: false } }
    : message;

/** A delivery that a person sent again ignores quiet hours. */
const isSentAgain = ({ attempt, attempts }: ClaimedChannelDelivery) => attempt === 0 && attempts.length > 0;

export interface ChannelTask {
  channel: ChannelRow;
  message: TeamMessage;
  /** Key of the stored thread state; null when the message has no thread. */
  thread: { key: string; subjectId: string } | null;
  /** End of the channel's quiet hours; null when it can be delivered now. */
  quietUntil: number | null;
}

/** Returns null when no message or no usable channel is left. */
export function channelTaskOf(
  row: ClaimedChannelDelivery,
  { channels, messages }: ChannelDeliveryFacts,
  now: number,
): ChannelTask | null {
  const channel = channels.find(({ id }) => id === row.channelId);
  const found = messages.get(row.noticeId);
  if (!channel || !found || "mutedUntil" in found || channel.disabledAt !== null) return null;
  const { timeZone } = found;
  const message = asItStands(row, found);
  const subjectId = message.thread?.id;
  return {
    channel,
    message: { ...message, id: `${row.noticeId}.${row.channelId}` },
    thread: subjectId === undefined ? null : { subjectId, key: channelThreadKey(row.channelId, subjectId) },
    quietUntil:
      isSentAgain(row) || message.event === "alert_unacknowledged" ? null : quietHoursEnd(channel, timeZone, now),
  };
}

/** True when the message says that its subject is over. */
export const isSubjectOverInMessage = ({ message }: ChannelTask): boolean => message.thread?.open === false;
