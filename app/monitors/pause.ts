import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneMonitor } from "./one";
import { type MonitorTarget, monitorTarget } from "./rules/input";
import { pausing } from "./running";

/**
 * Pauses a monitor: it is not checked, its state is unknown (never green), and its alerts end. Failures: conflict,
 * missing.
 */
export const pauseMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneMonitor, input: monitorTarget }, given, ({ row }) =>
    ok({
      action: "monitor.pause",
      changes: pausing(ctx, row.pageId, [row]),
      before: { paused: row.pausedAt !== null },
      after: { paused: true },
    }),
  );
