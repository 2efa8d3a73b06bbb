import { isStillPaused } from "~/db/queries/heartbeat";
import { wantSettle } from "~/db/queries/wish";
import { heartbeat, source } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import type { HeartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change";
import { stepHeartbeat } from "./step";

const notPaused = fail({ name: "conflict", code: "not_paused", detail: "This heartbeat is not paused." });

/** As new: it waits for its next ping, and only then can it be late again. Failures: conflict, missing. */
export const resumeHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  stepHeartbeat(ctx, given, ({ id, pageId, state }) => {
    if (state !== "paused") return notPaused;
    const now = ctx.now();
    const fresh = { state: "new" as const, stateSince: now, dueAt: null, updatedAt: now };
    const forgotten = { lastPingAt: null, lastResult: null, lastStartAt: null, lastStartRun: null, pendingFrom: null };
    return ok({
      action: "heartbeat.resume",
      guards: [isStillPaused(pageId, id)],
      changes: [
        ...updateRows(heartbeat, pageId, [{ id, ...fresh, ...forgotten }]),
        ...updateRows(source, pageId, [{ id, updatedAt: now }]),
        wantSettle(pageId, ctx.now()),
      ],
      before: { state },
      after: { state: "new" },
    });
  });
