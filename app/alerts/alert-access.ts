import { alert } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { alertById } from "./queries/alert-list";

/** The lookup of an alert for changes by people; `alert` has no `updated_at`, so each change sets its own columns. */
export const alertAccess = {
  role: "responder",
  subject: "alert",
  table: alert,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => alertById(ctx, pageId, id),
} as const;
