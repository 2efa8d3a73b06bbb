import type { NoticeDraft } from "~/commit/commit";
import type { PublishedNoticeKind } from "../rules/notice";

/** Returns the team notice about this news; it is stored only when a channel wants it. */
export const toTeamNotice = (news: NoticeDraft, event: PublishedNoticeKind): NoticeDraft => ({
  ...news,
  kind: event,
  audience: "team",
});

/**
 * Returns the notices about something published: always one for channels, and one for subscribers if they are notified.
 */
export const noticesToTeamAndSubscribers = (
  news: NoticeDraft,
  event: PublishedNoticeKind,
  notify: boolean,
): NoticeDraft[] => [...(notify ? [news] : []), toTeamNotice(news, event)];
