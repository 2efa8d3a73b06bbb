import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { fail, ok, type Result } from "~/failures/failure";
import { endNotices, stillOpen } from "~/notifications/queries/notice";
import { type NoticeTarget, noticeTarget } from "~/notifications/rules/notice-input";
import type { Ctx } from "~/platform/ctx";
import { oneNotice } from "./one";

const over = fail({ name: "conflict", code: "over", detail: "notice.over" });

/** Stops a notice that has not been sent completely: nobody else is notified. Failures: missing, conflict `over`. */
export const cancelNotice = (ctx: Ctx, given: NoticeTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneNotice, input: noticeTarget }, given, ({ row: { id, outcome } }) => {
    if (outcome !== null) return over;
    return ok({ action: "notice.cancel", guards: [stillOpen(id)], changes: [endNotices([id], "cancelled")] });
  });
