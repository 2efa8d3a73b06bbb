import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { MonitorTarget } from "~/rules/monitors/input";
import type { Done } from "../change/answers";
import { pausing, stepMonitor, stepOf } from "./step";

/** It is not checked any more: nothing is known of it, which is never green; what fires ends. Failures: conflict, missing. */
export const pauseMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  stepMonitor(ctx, given, (row) =>
    stepOf({
      action: "monitor.pause",
      changes: pausing(ctx, row.pageId, [row]),
      before: { paused: row.pausedAt !== null },
      after: { paused: true },
    }),
  );
