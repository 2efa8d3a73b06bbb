import { partFrom } from "~/alert-rules/only-watched";
import { aloneOf } from "~/alert-rules/queries/watching";
import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import type { Ctx } from "~/platform/ctx";
import { oneMonitor } from "./one";
import { forgetMonitors } from "./queries/monitor-rows";
import { type MonitorTarget, monitorTarget } from "./rules/input";
import { replan } from "./running";

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...aloneOf(ctx, of),
  left: leftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes a monitor with its rules and results; its alerts end. Failures: conflict, missing. */
export const deleteMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneMonitor, input: monitorTarget, facts }, given, ({ row, alone, left }) => {
    const parted = partFrom(ctx, row.pageId, left);
    return ok({
      action: "monitor.delete",
      leftUnwatched: alone,
      changes: [...forgetMonitors(row.pageId, [row.id], ctx.now()), replan(row.pageId, [row]), ...parted.changes],
      notices: parted.notices,
      observers: { sources: [row.id] },
      before: { kind: row.kind, name: row.name },
    });
  });
