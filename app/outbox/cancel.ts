import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import { endNotices, guardNoticeOpen } from "~/notifications/queries/notice";
import { type NoticeTarget, noticeTarget } from "~/notifications/rules/notice-input";
import type { Ctx } from "~/platform/ctx";
import { noticeAccess } from "./notice-access";

const over = fail({ name: "conflict", code: "over", detail: "notice.over" });

/** Stops a notice that has not been sent completely: nobody else is notified. Failures: missing, conflict `over`. */
export const cancelNotice = (ctx: Ctx, given: NoticeTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...noticeAccess, input: noticeTarget }, given, ({ row: { id, outcome } }) => {
    if (outcome !== null) return over;
    return ok({ action: "notice.cancel", guards: [guardNoticeOpen(id)], changes: [endNotices([id], "cancelled")] });
  });
