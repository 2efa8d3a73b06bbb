import {
  type NoticeKind,
  noticeKindsDeduplicatedBySequence,
  publishedNoticeKinds,
  type TeamNoticeKind,
} from "./notice";
import { withdrawnNoticeKinds } from "./taken-back-notices";

/**
 * Events of one subject from its start to its end. A later one states the current situation, and opens in other tools
 * what a lost earlier message would have opened. All other kinds are independent facts: they replace nothing, and no
 * ordinary update replaces them.
 */
const lives: readonly (readonly TeamNoticeKind[])[] = [
  [
    "draft_opened",
    "incident_opened",
    "incident_published",
    "incident_worsened",
    "incident_updated",
    "incident_resolved",
    ...withdrawnNoticeKinds,
  ],
  publishedNoticeKinds.filter((kind) => kind.startsWith("maintenance_")),
];

/**
 * Kinds that are obsolete when their subject is over: sent later, they would open it again elsewhere. Until then each
 * one is sent.
 */
const ended: Partial<Record<NoticeKind, readonly NoticeKind[]>> = {
  alert_recovered: ["alert_fired"],
  component_changed: ["component_changed"],
};

/**
 * Kinds whose news may be over before they are sent: then they send nothing, and the deliveries that they replaced are
 * brought back.
 */
export const noticeKindsThatMayLapse: readonly TeamNoticeKind[] = ["incident_worsened", "maintenance_soon"];

/** Events that end their subject, which are sent only while no later event exists. */
export const subjectEndingNoticeKinds: readonly TeamNoticeKind[] = [
  ...withdrawnNoticeKinds,
  "incident_resolved",
  "maintenance_finished",
  "maintenance_called_off",
];

/** Returns the kinds whose waiting deliveries all become obsolete when this kind ends its subject. */
export const noticeKindsEndedBy = (kind: NoticeKind): readonly NoticeKind[] => ended[kind] ?? [];

/** A channel's message, with what orders it among the other messages about its subject. */
export interface OrderedNews {
  noticeId: string;
  kind: NoticeKind;
  subjectId: string;
  sequence: number;
  /** Time at which its delivery was written, UTC ms. */
  begunAt: number;
}

/** Returns the kinds that overtake each other; none = it is a fact of its own. */
export const overtakingNoticeKindsOf = (kind: NoticeKind): readonly TeamNoticeKind[] =>
  lives.find((life) => life.some((each) => each === kind)) ?? [];

/** Returns true when its sequence is the version of its subject, which does not depend on a clock. */
const isVersioned = ({ kind }: OrderedNews): boolean => !noticeKindsDeduplicatedBySequence.includes(kind);

/** Returns true for the first version of a subject, which is the oldest whatever a clock said. */
const isFirst = (news: OrderedNews): boolean => isVersioned(news) && news.sequence === 0;

/** True when `one` is newer news of the same subject: by version, or by start where the versions do not decide. */
export function isNewerNews(one: OrderedNews, other: OrderedNews): boolean {
  if (one.subjectId !== other.subjectId || one.noticeId === other.noticeId) return false;
  if (isVersioned(one) && isVersioned(other)) return one.sequence > other.sequence;
  if (isFirst(one) || isFirst(other)) return isFirst(other);
  return one.begunAt === other.begunAt ? one.noticeId > other.noticeId : one.begunAt > other.begunAt;
}

/** `isOver` = the newer message says that its subject is over. */
export function overtakesNews(newer: OrderedNews, older: OrderedNews, isOver: boolean): boolean {
  if (!isNewerNews(newer, older)) return false;
  const ends = isOver ? noticeKindsEndedBy(newer.kind) : [];
  return overtakingNoticeKindsOf(newer.kind).some((each) => each === older.kind) || ends.includes(older.kind);
}

/** News that was delivered: the receiver has it, or may have it. */
export interface SentNews extends OrderedNews {
  isOver: boolean;
}

/**
 * Returns true when a due message is not sent because a newer one was. The first attempt of a message without a version
 * (an incident that got worse during a mute) states the current situation and is sent.
 */
export const isOvertakenNews = (due: OrderedNews & { attempt: number }, told: readonly SentNews[]): boolean =>
  told.some(
    (each) => (due.attempt > 0 || (isVersioned(each) && isVersioned(due))) && overtakesNews(each, due, each.isOver),
  );
