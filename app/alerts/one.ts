import { alert } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { alertById } from "./queries/alert-list";

/** An alert, as what people do with it finds it; `alert` has no `updated_at`, so each says its own columns. */
export const oneAlert = {
  role: "responder",
  subject: "alert",
  table: alert,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => alertById(ctx, pageId, id),
} as const;
