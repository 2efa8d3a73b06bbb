import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import type { Statement } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { guardNoticeOver, type NoticeRow, reviveNotice, reviveUnknown } from "~/notifications/queries/notice";
import { type NoticeTarget, noticeTarget } from "~/notifications/rules/notice-input";
import { canResend, canResendUnknown } from "~/notifications/rules/notice-plan";
import type { Ctx } from "~/platform/ctx";
import { noticeAccess } from "./notice-access";

interface ResendAction {
  /** Last part of the action's name in the audit log. */
  verb: string;
  may(row: NoticeRow): boolean;
  revive(row: NoticeRow, now: number): Statement;
}

const toFailed: ResendAction = { verb: "resend", may: canResend, revive: reviveNotice };
const toUnknown: ResendAction = { verb: "resend_unknown", may: canResendUnknown, revive: reviveUnknown };

/**
 * Sends a notice again that did not reach everyone: to failed recipients, or from the start when it was never sent.
 * Failures: missing, conflict `not_over` (nothing to send again).
 */
export const resendNotice = (ctx: Ctx, given: NoticeTarget): Promise<Result<ChangeResult>> =>
  sendAgain(ctx, given, toFailed);

/** Sends a notice again to exactly its unconfirmed recipients. Failures: missing, conflict `not_over`. */
export const resendUnknown = (ctx: Ctx, given: NoticeTarget): Promise<Result<ChangeResult>> =>
  sendAgain(ctx, given, toUnknown);

const notOver = fail({ name: "conflict", code: "not_over", detail: "notice.nothing" });

function sendAgain(ctx: Ctx, given: NoticeTarget, { verb, may, revive }: ResendAction): Promise<Result<ChangeResult>> {
  return changeOne(ctx, { ...noticeAccess, input: noticeTarget }, given, ({ row }) => {
    if (!may(row)) return notOver;
    const { outcome, failed, unknown } = row;
    return ok({
      action: `notice.${verb}`,
      guards: [guardNoticeOver(row)],
      changes: [revive(row, ctx.now())],
      before: { outcome, failed, unknown },
      wakes: true,
    });
  });
}
