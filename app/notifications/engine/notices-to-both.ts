import type { NoticeDraft } from "~/commit/commit";
import type { PublishedNotice } from "../rules/notice";

/** Returns the team notice about this news; it is stored only when a channel wants it. */
export const teamNotice = (news: NoticeDraft, event: PublishedNotice): NoticeDraft => ({
  ...news,
  kind: event,
  audience: "team",
});

/**
 * Returns the notices about something published: always one for channels, and one for subscribers when they are
 * notified.
 */
export const noticesToBoth = (news: NoticeDraft, event: PublishedNotice, notify: boolean): NoticeDraft[] => [
  ...(notify ? [news] : []),
  teamNotice(news, event),
];
