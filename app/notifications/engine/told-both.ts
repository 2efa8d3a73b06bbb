import type { NoticeDraft } from "~/commit/commit";
import type { PublishedNotice } from "../rules/notice";

/** What channels hear of this news; written only where one wants it. */
export const toldToTeam = (news: NoticeDraft, event: PublishedNotice): NoticeDraft => ({
  ...news,
  kind: event,
  audience: "team",
});

/** What is published is told to channels in any case, and to subscribers where they are notified. */
export const toldToBoth = (news: NoticeDraft, event: PublishedNotice, notify: boolean): NoticeDraft[] => [
  ...(notify ? [news] : []),
  toldToTeam(news, event),
];
