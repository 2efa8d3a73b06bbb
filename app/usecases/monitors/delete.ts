import { forgetMonitors } from "~/db/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import type { MonitorTarget } from "~/rules/monitors/input";
import type { Done } from "../change/answers";
import { replan, stepMonitor, stepOf } from "./step";

/** Deletes a monitor with its rules and results; its alerts end. Failures: conflict, missing. */
export const deleteMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  stepMonitor(ctx, given, (row) =>
    stepOf({
      action: "monitor.delete",
      changes: [...forgetMonitors(row.pageId, [row.id], ctx.now()), ...replan(ctx, row.pageId, [row])],
      before: { kind: row.kind, name: row.name },
      after: null,
    }),
  );
