import { priorCommit } from "~/db/queries/audit";
import { noticeById, reviveNotice, stillOver } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/failure";
import { type NoticeTarget, noticeTarget } from "~/rules/input/notice";
import { parseInput } from "~/rules/input/parse";
import { canResend } from "~/rules/notice-plan";
import { permit } from "~/rules/permission";
import { changing, commitChange, type Done, missing, replayOf } from "../change";

/**
 * Sends a notice again that did not reach everybody: to those who failed, or from the start when it never left.
 * Failures: missing, conflict `not_over` (there is nothing to send again).
 */
export async function resendNotice(ctx: Ctx, given: NoticeTarget): Promise<Result<Done>> {
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
    if (!canResend(row))
      return fail({ name: "conflict", code: "not_over", detail: "There is nothing of it to send again." });
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [stillOver(row)],
      changes: [reviveNotice(row, ctx.now())],
      audit: {
        action: "notice.resend",
        subjectKind: "notice",
        subjectId: id,
        before: { outcome: row.outcome, failed: row.failed },
      },
      wakes: true,
    });
  });
}
