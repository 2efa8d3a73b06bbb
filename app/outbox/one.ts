import { noticeById } from "~/notifications/queries/notice";
import type { Ctx } from "~/platform/ctx";

/** A notice, as what people do with it finds it; it has no version, and each brings its own guard. */
export const oneNotice = {
  role: "responder",
  subject: "notice",
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => noticeById(ctx, pageId, id),
} as const;
