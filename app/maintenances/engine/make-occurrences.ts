import { type Commit, commit } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { markSeriesMade, seriesById, seriesStill } from "../queries/maintenance-series";
import { seriesStep } from "../rules/series";
import { headOf, plannedRows } from "./maintenance-rows";
import { occurrencesAt } from "./series-rows";

/**
 * Makes a series' occurrences of the next 30 days, each once: guarded by how far it was made. At most 31 a step; the
 * rest is due at once (by the tick). Returns the commit.
 */
export async function makeOccurrences(ctx: Ctx, { id, pageId }: { id: string; pageId: string }): Promise<Commit[]> {
  return decideWithRetry(ctx, async () => {
    const [[series]] = await read(ctx, seriesById(ctx, pageId, id));
    if (!series || series.dueAt === null || series.dueAt > ctx.now()) return [];
    const step = seriesStep(series, ctx.now());
    const rows = plannedRows(ctx, pageId, headOf(series), occurrencesAt(ctx, series, step.starts));
    if (!rows.ok) throw new Error("a series whose occurrences end before they begin");
    const plan: Commit = {
      id: ctx.id(),
      pageId,
      guards: [seriesStill(series)],
      changes: [markSeriesMade(id, step), ...rows.value.changes],
      notices: rows.value.notices,
      ...(step.starts.length > 0 ? { publishes: true } : {}),
    };
    await commit(ctx, plan);
    return [plan];
  });
}
