import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { fitsPlan } from "./carry";
import { monitorAccess } from "./monitor-access";
import { resumeMonitors } from "./pause-and-resume";
import { presentLoad } from "./queries/monitor";
import { type MonitorTarget, monitorTarget } from "./rules/input";

/** Resumes a monitor, whose state starts as new. Failures: conflict, missing, invalid `over_plan_budget`. */
export const resumeMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...monitorAccess, input: monitorTarget, facts: () => ({ load: presentLoad(ctx) }) },
    given,
    ({ row, load: [load] }) => {
      const fits = fitsPlan(ctx, load, { before: [row], after: [{ ...row, pausedAt: null }] });
      if (!fits.ok) return fits;
      return ok({
        action: "monitor.resume",
        guards: fits.value,
        changes: resumeMonitors(ctx, row.pageId, [row]),
        before: { paused: row.pausedAt !== null },
        after: { paused: false },
      });
    },
  );
