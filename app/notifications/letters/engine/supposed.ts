import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "../../queries/notice";
import type { SubscriberNotice } from "../../rules/notice";

/** Of what is not published yet, and has no id where it is new. */
export interface Supposed {
  pageId: string;
  subjectId: string;
  kind: SubscriberNotice;
  componentIds: readonly string[];
}

/** The notice that would be born if it were published now; it is never written. */
export const supposedNotice = (ctx: Ctx, { pageId, subjectId, kind, componentIds }: Supposed): NoticeRow => ({
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
