import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { heartbeat } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endAlerts } from "~/sources/queries/source";
import { heartbeatAccess } from "./heartbeat-access";
import { type HeartbeatTarget, heartbeatTarget } from "./rules/input";

/**
 * Pauses a heartbeat: no ping is expected, so its state is unknown, and its alert ends. Failures: conflict, missing.
 */
export const pauseHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...heartbeatAccess, input: heartbeatTarget, settles: true }, given, ({ row }) => {
    const { id, pageId, state, stateSince, silentSince } = row;
    const now = ctx.now();
    const again = state === "paused";
    const stopped = { state: "paused" as const, stateSince: again ? stateSince : now, dueAt: null };
    const idle = { lastStartAt: null, lastStartRun: null, pendingFrom: null, updatedAt: now };
    return ok({
      action: "heartbeat.pause",
      fields: { silentSince: again ? silentSince : now },
      changes: [...updateRows(heartbeat, pageId, [{ id, ...stopped, ...idle }]), ...endAlerts(pageId, id, now)],
      before: { state },
      after: { state: "paused" },
    });
  });
