import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "../../queries/notice";
import type { SubscriberNoticeKind } from "../../rules/notice";

/** News that is not published yet; a new subject has no id. */
export interface PreviewSubject {
  pageId: string;
  subjectId: string;
  kind: SubscriberNoticeKind;
  componentIds: readonly string[];
}

/** Returns the notice that publishing now would create; it is never written. */
export const noticeForPreview = (ctx: Ctx, { pageId, subjectId, kind, componentIds }: PreviewSubject): NoticeRow => ({
  id: "preview",
  pageId,
  kind,
  subjectId,
  sequence: 0,
  audience: "subscribers",
  way: null,
  scope: { component_ids: componentIds },
  revision: 0,
  lane: 1,
  dueAt: ctx.now(),
  notBefore: 0,
  tries: 0,
  reason: null,
  expiresAt: ctx.now(),
  outcome: null,
  createdAt: ctx.now(),
  round: 0,
  cursor: "",
  low: 0,
  next: 0,
  expandedAt: null,
  recipients: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
});
