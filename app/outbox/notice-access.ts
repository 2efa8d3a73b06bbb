import { noticeById } from "~/notifications/queries/notice";
import type { Ctx } from "~/platform/ctx";

/** Definition of a notice for the commands on it; it has no version, so each command brings its own guard. */
export const noticeAccess = {
  role: "responder",
  subject: "notice",
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => noticeById(ctx, pageId, id),
} as const;
