import { priorCommit } from "~/db/queries/audit";
import { endNotices, noticeById, stillOpen } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type NoticeTarget, noticeTarget } from "~/rules/telling/notice-input";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

/** Stops a notice that has not left entirely: nobody else is told. Failures: missing, conflict `over`. */
export async function cancelNotice(ctx: Ctx, given: NoticeTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(noticeTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), noticeById(ctx, pageId, id));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!row) return missing;
    if (row.outcome !== null) return fail({ name: "conflict", code: "over", detail: "It is over already." });
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [stillOpen(id)],
      changes: [endNotices([id], "cancelled")],
      audit: { action: "notice.cancel", subjectKind: "notice", subjectId: id },
    });
  });
}
