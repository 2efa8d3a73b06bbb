import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { MonitorTarget } from "~/rules/monitors/input";
import type { Done } from "../change/answers";
import { fitsPlan } from "./carry";
import { resuming, stepMonitor, stepOf } from "./step";

/** It is checked again, and begins anew. Failures: conflict, missing, invalid `over_plan_budget`. */
export const resumeMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  stepMonitor(ctx, given, (row, load) => {
    const fits = fitsPlan(ctx, load, { before: [row], after: [{ ...row, pausedAt: null }] });
    if (!fits.ok) return fits;
    return stepOf({
      action: "monitor.resume",
      guards: fits.value,
      changes: resuming(ctx, row.pageId, [row]),
      before: { paused: row.pausedAt !== null },
      after: { paused: false },
    });
  });
