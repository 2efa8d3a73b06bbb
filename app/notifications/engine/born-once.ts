import type { NoticeDraft } from "~/commit/commit";
import { noticeTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { noticeLaneOf } from "../rules/notice";

export interface TeamNoticeDraft extends Omit<NoticeDraft, "audience"> {
  pageId: string;
}

/**
 * Returns the statements that insert team notices. A notice asked for twice is inserted once, because its sequence
 * names what it is about (rules/notice `kindsNamedBySequence`).
 */
export function insertTeamNoticesStatements(
  ctx: Pick<Ctx, "id" | "now">,
  drafts: readonly TeamNoticeDraft[],
): SqlStatement[] {
  const rows = drafts.map((draft) => ({
    ...draft,
    id: ctx.id(),
    audience: "team" as const,
    createdAt: ctx.now(),
    lane: noticeLaneOf(draft.kind),
    notBefore: draft.dueAt,
  }));
  return insertRowsStatements(noticeTable, rows, { onConflict: { key: ["kind", "subjectId", "sequence"], set: null } });
}
