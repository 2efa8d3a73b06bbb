import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import type { Statement } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { type NoticeRow, reviveNotice, reviveUnknown, stillOver } from "~/notifications/queries/notice";
import { type NoticeTarget, noticeTarget } from "~/notifications/rules/notice-input";
import { canResend, canResendUnknown } from "~/notifications/rules/notice-plan";
import type { Ctx } from "~/platform/ctx";
import { oneNotice } from "./one";

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

const notOver = fail({ name: "conflict", code: "not_over", detail: "notice.nothing" });

function sendAgain(ctx: Ctx, given: NoticeTarget, { verb, may, revive }: Again): Promise<Result<Done>> {
  return changeOne(ctx, { ...oneNotice, input: noticeTarget }, given, ({ row }) => {
    if (!may(row)) return notOver;
    const { outcome, failed, unknown } = row;
    return ok({
      action: `notice.${verb}`,
      guards: [stillOver(row)],
      changes: [revive(row, ctx.now())],
      before: { outcome, failed, unknown },
      wakes: true,
    });
  });
}
