import { type CommitPlan, commitPlan } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import {
  guardSeriesVersionStatement,
  maintenanceSeriesByIdQuery,
  seriesProgressStatement,
} from "../queries/maintenance-series";
import { planOccurrences } from "../rules/series";
import { maintenanceTemplateOf, plannedMaintenanceRows } from "./maintenance-rows";
import { plannedOccurrencesAt } from "./series-rows";

/**
 * Creates a series' occurrences of the next 30 days, each once: it is guarded by how far they were created. At most 31
 * in a step; the rest is due at once (in the tick). Returns the commit.
 */
export async function makeSeriesOccurrences(
  ctx: Ctx,
  { id, pageId }: { id: string; pageId: string },
): Promise<CommitPlan[]> {
  return decideWithRetry(ctx, async () => {
    const [[series]] = await readBatch(ctx, maintenanceSeriesByIdQuery(ctx, pageId, id));
    if (!series || series.dueAt === null || series.dueAt > ctx.now()) return [];
    const step = planOccurrences(series, ctx.now());
    const rows = plannedMaintenanceRows(
      ctx,
      pageId,
      maintenanceTemplateOf(series),
      plannedOccurrencesAt(ctx, series, step.starts),
    );
    if (!rows.ok) throw new Error("a series whose occurrences end before they begin");
    const plan: CommitPlan = {
      id: ctx.id(),
      pageId,
      guards: [guardSeriesVersionStatement(series)],
      changes: [seriesProgressStatement(id, step), ...rows.value.changes],
      notices: rows.value.notices,
      ...(step.starts.length > 0 ? { publishes: true } : {}),
    };
    await commitPlan(ctx, plan);
    return [plan];
  });
}
