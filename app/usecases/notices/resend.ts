import { priorCommit } from "~/db/queries/audit";
import { type NoticeRow, noticeById, reviveNotice, reviveUnknown, stillOver } from "~/db/queries/notice";
import { read } from "~/db/read";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type NoticeTarget, noticeTarget } from "~/rules/telling/notice-input";
import { canResend, canResendUnknown } from "~/rules/telling/notice-plan";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

interface Again {
  /** The last word of the audit log's action. */
  verb: string;
  may(row: NoticeRow): boolean;
  revive(row: NoticeRow, now: number): Statement;
}

const toFailed: Again = { verb: "resend", may: canResend, revive: reviveNotice };
const toUnknown: Again = { verb: "resend_unknown", may: canResendUnknown, revive: reviveUnknown };

/**
 * Sends a notice again that did not reach everybody: to those who failed, or from the start when it never left.
 * Failures: missing, conflict `not_over` (there is nothing to send again).
 */
export const resendNotice = (ctx: Ctx, given: NoticeTarget): Promise<Result<Done>> => sendAgain(ctx, given, toFailed);

/** Sends a notice once more to exactly those of whom it is unknown whether they were told. Failures: missing, conflict `not_over`. */
export const resendUnknown = (ctx: Ctx, given: NoticeTarget): Promise<Result<Done>> => sendAgain(ctx, given, toUnknown);

async function sendAgain(
  ctx: Ctx,
  given: NoticeTarget,
  { verb, may: isPossible, revive }: Again,
): Promise<Result<Done>> {
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
    if (!isPossible(row))
      return fail({ name: "conflict", code: "not_over", detail: "There is nothing of it to send again." });
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [stillOver(row)],
      changes: [revive(row, ctx.now())],
      audit: {
        action: `notice.${verb}`,
        subjectKind: "notice",
        subjectId: id,
        before: { outcome: row.outcome, failed: row.failed, unknown: row.unknown },
      },
      wakes: true,
    });
  });
}
