import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { heartbeat } from "~/db/schema";
import { updateRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { heartbeatAccess } from "./heartbeat-access";
import { isStillPaused } from "./queries/heartbeat";
import { type HeartbeatTarget, heartbeatTarget } from "./rules/input";

const notPaused = fail({ name: "conflict", code: "not_paused", detail: "heartbeat.not_paused" });

/**
 * Resumes a heartbeat as new: it waits for its next ping, and only then can it be late again. Failures: conflict,
 * missing.
 */
export const resumeHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...heartbeatAccess, input: heartbeatTarget, settles: true }, given, ({ row }) => {
    const { id, pageId, state } = row;
    if (state !== "paused") return notPaused;
    const now = ctx.now();
    const fresh = { state: "new" as const, stateSince: now, dueAt: null, updatedAt: now };
    const forgotten = { lastPingAt: null, lastResult: null, lastStartAt: null, lastStartRun: null, pendingFrom: null };
    return ok({
      action: "heartbeat.resume",
      guards: [isStillPaused(pageId, id)],
      fields: {},
      changes: updateRows(heartbeat, pageId, [{ id, ...fresh, ...forgotten }]),
      before: { state },
      after: { state: "new" },
    });
  });
