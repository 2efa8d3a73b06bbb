import { source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { coreOf } from "./monitor-view";
import { monitorById } from "./queries/monitor";

/** Lookup of a monitor for its changes; the version of its source guards it. */
export const monitorAccess = {
  role: "admin",
  subject: "monitor",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => monitorById(ctx, pageId, id, ctx.now()),
  show: coreOf,
  settles: true,
} as const;
