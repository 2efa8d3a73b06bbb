import { type NoticeKind, namedBySequence, publishedNotices, type TeamNotice } from "./notice";
import { takenBackKinds } from "./taken-back";

/**
 * What is told of one subject from its start to its end: whatever comes later says how it stands by then, and opens
 * elsewhere what an earlier message that was lost would have opened. Everything else is a fact of its own: it is not lost to
 * an ordinary update, and takes nobody's place.
 */
const lives: readonly (readonly TeamNotice[])[] = [
  [
    "draft_opened",
    "incident_opened",
    "incident_published",
    "incident_worsened",
    "incident_updated",
    "incident_resolved",
    ...takenBackKinds,
  ],
  publishedNotices.filter((kind) => kind.startsWith("maintenance_")),
];

/** What is over with its subject: told later, it would open it again elsewhere. While that goes on, each tells what is its own. */
const ended: Partial<Record<NoticeKind, readonly NoticeKind[]>> = {
  alert_recovered: ["alert_fired"],
  component_changed: ["component_changed"],
};

/** What of these is new may be over before it arrives: then it tells nothing, and what it took the place of is told after all. */
export const mayComeToNothing: readonly TeamNotice[] = ["incident_worsened", "maintenance_soon"];

/** What ends its subject: told only while nothing came after it. */
export const endings: readonly TeamNotice[] = [
  ...takenBackKinds,
  "incident_resolved",
  "maintenance_finished",
  "maintenance_called_off",
];

/** Kinds of which all that waits is over when this one says that its subject is. */
export const endedWith = (kind: NoticeKind): readonly NoticeKind[] => ended[kind] ?? [];

/** A message of a channel, by its notice and where that stands. */
export interface PlacedNews {
  noticeId: string;
  kind: NoticeKind;
  subjectId: string;
  sequence: number;
  /** When its delivery was written, UTC ms. */
  begunAt: number;
}

/** The kinds that take each other's place; none = it is a fact of its own. */
export const lifeOf = (kind: NoticeKind): readonly TeamNotice[] =>
  lives.find((life) => life.some((each) => each === kind)) ?? [];

/** Its sequence is the version of its subject: what a clock said does not matter. */
const isVersioned = ({ kind }: PlacedNews): boolean => !namedBySequence.includes(kind);

/** Nothing of its subject is older, whatever a clock said. */
const isFirst = (news: PlacedNews): boolean => isVersioned(news) && news.sequence === 0;

/** Of one subject: it was decided later, or begun later where a version does not say so. */
export function isNewer(one: PlacedNews, other: PlacedNews): boolean {
  if (one.subjectId !== other.subjectId || one.noticeId === other.noticeId) return false;
  if (isVersioned(one) && isVersioned(other)) return one.sequence > other.sequence;
  if (isFirst(one) || isFirst(other)) return isFirst(other);
  return one.begunAt === other.begunAt ? one.noticeId > other.noticeId : one.begunAt > other.begunAt;
}

/** `isOver`: what is newer says that its subject is over. */
export function overtakes(newer: PlacedNews, older: PlacedNews, isOver: boolean): boolean {
  if (!isNewer(newer, older)) return false;
  const ends = isOver ? endedWith(newer.kind) : [];
  return lifeOf(newer.kind).some((each) => each === older.kind) || ends.includes(older.kind);
}

/** What of it was handed over: its receiver has it, or may have it. */
export interface ToldNews extends PlacedNews {
  isOver: boolean;
}

/**
 * Whether one that is due is not sent any more, because a newer one was handed over. The first try of what a version does
 * not place (it got worse while its page was muted) says how it stands now, and is sent.
 */
export const isOvertaken = (due: PlacedNews & { attempt: number }, told: readonly ToldNews[]): boolean =>
  told.some(
    (each) => (due.attempt > 0 || (isVersioned(each) && isVersioned(due))) && overtakes(each, due, each.isOver),
  );
