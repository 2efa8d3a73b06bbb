import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { monitorAccess } from "./monitor-access";
import { pauseMonitors } from "./pause-and-resume";
import { type MonitorTarget, monitorTarget } from "./rules/input";

/**
 * Pauses a monitor: it is not checked, its state is unknown (never green), and its alerts end. Failures: conflict,
 * missing.
 */
export const pauseMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...monitorAccess, input: monitorTarget }, given, ({ row }) =>
    ok({
      action: "monitor.pause",
      changes: pauseMonitors(ctx, row.pageId, [row]),
      before: { paused: row.pausedAt !== null },
      after: { paused: true },
    }),
  );
