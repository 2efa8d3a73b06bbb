import { source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { plainOf } from "./heartbeat-view";
import { heartbeatById } from "./queries/heartbeat";

/** A heartbeat as it is read for a decision, with its sealed address. */
export type KnownHeartbeat = Awaited<ReturnType<typeof heartbeatById>>[number];

/** Lookup of a heartbeat for its changes; the version of its source guards it. */
export const heartbeatAccess = {
  role: "admin",
  subject: "heartbeat",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => heartbeatById(ctx, pageId, id),
  show: plainOf,
} as const;
