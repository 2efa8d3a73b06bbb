import { permit, permitOperator } from "~/access/permission";
import { pageOf, readCursor, rowsPerPage } from "~/change/cursor";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { OutboxFilter, OutboxWay } from "~/notifications/rules/outbox";
import type { Ctx } from "~/platform/ctx";
import { type MailView, type NoticeView, noMail, noticeView } from "./outbox-view";
import { mailTrouble, outboxOf } from "./queries/outbox";

export interface OutboxPage {
  notices: NoticeView[];
  /** Cursor of the rest of the list. */
  before: string | null;
  mail: MailView;
}

export interface OutboxQuery {
  /** "" = notices of no page, such as sign-in emails: for operators. */
  pageId: string;
  filter?: OutboxFilter;
  /** Way; absent = all ways. */
  way?: OutboxWay | undefined;
  before?: string | undefined;
}

/** Returns a page's notices, newest first, 50 at a time, and the state of email. */
export async function listNotices(
  ctx: Ctx,
  { pageId, filter = "all", way, before }: OutboxQuery,
): Promise<Result<OutboxPage>> {
  const may = pageId === "" ? permitOperator(ctx.actor) : permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const cursor = readCursor(before);
  const from = cursor ? { createdAt: cursor[0], id: cursor[1] } : null;
  const [found, [mail = noMail]] = await read(
    ctx,
    outboxOf(ctx, pageId, { filter, way: way ?? null, before: from, limit: rowsPerPage + 1 }),
    mailTrouble(ctx, pageId),
  );
  const { rows, before: next } = pageOf(found, rowsPerPage, ({ row }) => [row.createdAt, row.id]);
  return ok({ notices: rows.map((each) => noticeView(each, mail, ctx.now())), before: next, mail });
}
