import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { missingFailure, type Result } from "~/failures/failure";
import {
  endNoticesStatement,
  guardNoticesOpenStatement,
  guardNoticesOverStatement,
  type NoticeRow,
  noticesByIdsQuery,
  reviveNoticesStatement,
} from "~/notifications/queries/notice";
import { type BulkNoticesInput, bulkNoticesInputSchema } from "~/notifications/rules/notice-input";
import { canResendNotice } from "~/notifications/rules/notice-plan";
import type { Ctx } from "~/platform/ctx";
import { nothingToResend, noticeIsOver } from "./verbs";

export type { BulkNoticesInput };

interface BulkNoticesStep {
  concerns(row: NoticeRow): boolean;
  guard(rows: readonly NoticeRow[]): SqlStatement;
  change(rows: readonly NoticeRow[], now: number): SqlStatement;
  /** The answer when it applies to none of them. */
  none: Result<never>;
}

const idsOf = (rows: readonly NoticeRow[]) => rows.map(({ id }) => id);

const steps: Record<"cancel" | "resend", BulkNoticesStep> = {
  cancel: {
    concerns: ({ outcome }) => outcome === null,
    guard: (rows) => guardNoticesOpenStatement(idsOf(rows)),
    change: (rows) => endNoticesStatement(idsOf(rows), "cancelled"),
    none: noticeIsOver,
  },
  resend: {
    concerns: canResendNotice,
    guard: guardNoticesOverStatement,
    change: reviveNoticesStatement,
    none: nothingToResend,
  },
};

async function attempt(
  ctx: Ctx,
  { pageId, ids, action }: ReturnType<typeof bulkNoticesInputSchema.parse>,
  commitId: string,
): Promise<Result<ChangeResult>> {
  const [prior, found] = await readBatch(ctx, priorCommitQuery(ctx, commitId), noticesByIdsQuery(ctx, ids));
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  const rows = found.filter((row) => row.pageId === pageId);
  if (rows.length < ids.length) return missingFailure;
  const step = steps[action];
  const concerned = rows.filter(step.concerns);
  if (concerned.length === 0) return step.none;
  return commitChange(ctx, {
    id: commitId,
    pageId,
    guards: [step.guard(concerned)],
    changes: [step.change(concerned, ctx.now())],
    wakes: action === "resend",
    audit: {
      action: `notice.${action}_several`,
      subjectKind: "page",
      subjectId: pageId,
      before: { notices: idsOf(concerned) },
      after: { count: concerned.length },
    },
  });
}

/**
 * Stops up to 50 notices, or sends them again to recipients who were not reached, in one commit. Notices to which the
 * action does not apply are unchanged. Failures: invalid, missing, conflict (it applies to none of them).
 */
export async function bulkNotices(ctx: Ctx, given: BulkNoticesInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: bulkNoticesInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  return commitChangeWithRetry(ctx, () => attempt(ctx, input, commitId));
}
