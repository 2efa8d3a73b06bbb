import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { monitorAccess } from "./monitor-access";
import { replan } from "./pause-and-resume";
import { forgetMonitors } from "./queries/monitor-rows";
import { type MonitorTarget, monitorTarget } from "./rules/input";

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes a monitor with its rules and results; its alerts end. Failures: conflict, missing. */
export const deleteMonitor = (ctx: Ctx, given: MonitorTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...monitorAccess, input: monitorTarget, facts }, given, ({ row, alone, left }) => {
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
