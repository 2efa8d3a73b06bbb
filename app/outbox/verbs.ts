import type { IdOnPage } from "~/access/id-on-page";
import { permitOperator, permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { cursorPageOf, parseListCursor, rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import {
  endNoticesStatement,
  guardNoticesOpenStatement,
  guardNoticesOverStatement,
  type NoticeRow,
  noticeByIdQuery,
  reviveNoticesStatement,
  reviveUnknownRecipientsStatement,
} from "~/notifications/queries/notice";
import type { NoticeKind } from "~/notifications/rules/notice";
import { type NoticeTargetInput, noticeTargetInputSchema } from "~/notifications/rules/notice-input";
import { canResendNotice, canResendToUnknown } from "~/notifications/rules/notice-plan";
import type { OutboxFilter, OutboxWay } from "~/notifications/rules/outbox";
import type { Ctx } from "~/platform/ctx";
import { emptyMailSendingView, type MailSendingView, type NoticeView, noticeViewOf } from "./outbox-view";
import { mailStateOfPageQuery, noticesOfPageQuery } from "./queries/outbox";

/** Definition of a notice for the commands on it; it has no version, so each command brings its own guard. */
const noticeAccess = {
  role: "responder",
  subject: "notice",
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => noticeByIdQuery(ctx, pageId, id),
} as const;

export interface OutboxView {
  notices: NoticeView[];
  /** Cursor of the rest of the list. */
  before: string | null;
  mail: MailSendingView;
}

export interface OutboxListParams {
  /** "" = notices of no page, such as sign-in emails: for operators. */
  pageId: string;
  filter?: OutboxFilter;
  /** Way; absent = all ways. */
  way?: OutboxWay | undefined;
  /** Kind; absent = all kinds. */
  kind?: NoticeKind | undefined;
  /** True for the oldest first. */
  isOldestFirst?: boolean;
  before?: string | undefined;
}

/** Returns a page's notices, newest first unless asked otherwise, 50 at a time, and the state of email. */
export async function listNotices(
  ctx: Ctx,
  { pageId, filter = "all", way, kind, isOldestFirst = false, before }: OutboxListParams,
): Promise<Result<OutboxView>> {
  const may = pageId === "" ? permitOperator(ctx.actor) : permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const cursor = parseListCursor(before);
  const from = cursor ? { createdAt: cursor[0], id: cursor[1] } : null;
  const [found, [mail = emptyMailSendingView]] = await readBatch(
    ctx,
    noticesOfPageQuery(ctx, pageId, {
      filter,
      way: way ?? null,
      kind: kind ?? null,
      isOldestFirst,
      before: from,
      limit: rowsPerPage + 1,
    }),
    mailStateOfPageQuery(ctx, pageId),
  );
  const { rows, before: next } = cursorPageOf(found, rowsPerPage, ({ row }) => [row.createdAt, row.id]);
  return ok({ notices: rows.map((each) => noticeViewOf(each, mail, ctx.now())), before: next, mail });
}

export const noticeIsOver = fail({ name: "conflict", code: "over", detail: "notice.over" });

/**
 * Stops a notice that has not been sent completely, so that nobody else is notified. Failures: missing, conflict
 * `over`.
 */
export const cancelNotice = (ctx: Ctx, given: NoticeTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...noticeAccess, input: noticeTargetInputSchema }, given, ({ row: { id, outcome } }) => {
    if (outcome !== null) return noticeIsOver;
    return ok({
      action: "notice.cancel",
      guards: [guardNoticesOpenStatement([id])],
      changes: [endNoticesStatement([id], "cancelled")],
    });
  });

interface ResendAction {
  /** Last part of the action's name in the audit log. */
  verb: string;
  may(row: NoticeRow): boolean;
  revive(row: NoticeRow, now: number): SqlStatement;
}

const toFailed: ResendAction = {
  verb: "resend",
  may: canResendNotice,
  revive: (row, now) => reviveNoticesStatement([row], now),
};
const toUnknown: ResendAction = {
  verb: "resend_unknown",
  may: canResendToUnknown,
  revive: reviveUnknownRecipientsStatement,
};

/**
 * Sends a notice again that did not reach everyone: to failed recipients, or from the start when it was never sent.
 * Failures: missing, conflict `not_over` (nothing to send again).
 */
export const resendNotice = (ctx: Ctx, given: NoticeTargetInput): Promise<Result<ChangeResult>> =>
  sendAgain(ctx, given, toFailed);

/** Sends a notice again to exactly its unconfirmed recipients. Failures: missing, conflict `not_over`. */
export const resendToUnconfirmed = (ctx: Ctx, given: NoticeTargetInput): Promise<Result<ChangeResult>> =>
  sendAgain(ctx, given, toUnknown);

export const nothingToResend = fail({ name: "conflict", code: "not_over", detail: "notice.nothing" });

function sendAgain(
  ctx: Ctx,
  given: NoticeTargetInput,
  { verb, may, revive }: ResendAction,
): Promise<Result<ChangeResult>> {
  return changeOneRow(ctx, { ...noticeAccess, input: noticeTargetInputSchema }, given, ({ row }) => {
    if (!may(row)) return nothingToResend;
    const { outcome, failed, unknown } = row;
    return ok({
      action: `notice.${verb}`,
      guards: [guardNoticesOverStatement([row])],
      changes: [revive(row, ctx.now())],
      before: { outcome, failed, unknown },
      wakes: true,
    });
  });
}
