import { endAlerts } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { heartbeat, source } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import type { HeartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change";
import { stepHeartbeat } from "./step";

/** It is not expected any more, so nothing is known of it; what fires ends. Failures: conflict, missing. */
export const pauseHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  stepHeartbeat(ctx, given, ({ id, pageId, state, stateSince, silentSince }) => {
    const now = ctx.now();
    const again = state === "paused";
    const stopped = { state: "paused" as const, stateSince: again ? stateSince : now, dueAt: null };
    const idle = { lastStartAt: null, lastStartRun: null, pendingFrom: null, updatedAt: now };
    const silent = { silentSince: again ? silentSince : now, updatedAt: now };
    return ok({
      action: "heartbeat.pause",
      changes: [
        ...updateRows(heartbeat, pageId, [{ id, ...stopped, ...idle }]),
        ...updateRows(source, pageId, [{ id, ...silent }]),
        ...endAlerts(pageId, id, now),
        wantSettle(pageId, ctx.now()),
      ],
      before: { state },
      after: { state: "paused" },
    });
  });
