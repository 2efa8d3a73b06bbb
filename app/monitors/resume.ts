import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { fitsPlan } from "./carry";
import { oneMonitor } from "./one";
import { presentLoad } from "./queries/monitor";
import { type MonitorTarget, monitorTarget } from "./rules/input";
import { resuming } from "./running";

/** Resumes a monitor, whose state starts as new. Failures: conflict, missing, invalid `over_plan_budget`. */
export const resumeMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneMonitor, input: monitorTarget, facts: () => ({ load: presentLoad(ctx) }) },
    given,
    ({ row, load: [load] }) => {
      const fits = fitsPlan(ctx, load, { before: [row], after: [{ ...row, pausedAt: null }] });
      if (!fits.ok) return fits;
      return ok({
        action: "monitor.resume",
        guards: fits.value,
        changes: resuming(ctx, row.pageId, [row]),
        before: { paused: row.pausedAt !== null },
        after: { paused: false },
      });
    },
  );
