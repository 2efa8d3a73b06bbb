import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { maintenance } from "~/db/schema";
import { updateRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { insertMaintenanceUpdates, maintenanceNotices, type TakenStatuses } from "./engine/maintenance-rows";
import { usualWords } from "./engine/maintenance-words";
import { dropReminders } from "./queries/maintenance";
import { type OccurrenceRow, type SeriesRow, seriesStill } from "./queries/maintenance-series";
import { type EndSeriesInput, endSeriesInput } from "./rules/input";
import { endedRule } from "./rules/series";
import { seriesAccess } from "./series";

export type { EndSeriesInput };

const calledOff = (ctx: Ctx, { id, version }: OccurrenceRow["row"], components: TakenStatuses, notify: boolean) =>
  maintenanceNotices(ctx, { id, components, sequence: version + 1, event: "maintenance_called_off", notify });

/** Cancels the scheduled occurrences; only the soonest is announced. */
function callOff(ctx: Ctx, { pageId }: SeriesRow, coming: readonly OccurrenceRow[], notify: boolean) {
  const now = ctx.now();
  const ids = coming.map(({ row }) => row.id);
  const told = notify ? ids.slice(0, 1) : [];
  const soonest = coming[0];
  const components = JSON.parse(soonest?.components ?? "{}") as TakenStatuses;
  const off = ids.map((id) => ({ id, status: "cancelled" as const, dueAt: null, updatedAt: now }));
  const says = (maintenanceId: string) => ({
    maintenanceId,
    status: "cancelled" as const,
    notify: told.includes(maintenanceId),
    body: told.includes(maintenanceId) ? usualWords.ended : usualWords.cancelled,
  });
  return {
    changes: [
      ...updateRows(maintenance, pageId, off),
      ...insertMaintenanceUpdates(ctx, pageId, ids.map(says)),
      ...(ids.length > 0 ? [dropReminders(ids)] : []),
    ],
    notices: soonest ? calledOff(ctx, soonest.row, components, notify) : [],
  };
}

const over = fail({ name: "conflict", code: "over", detail: "maintenance.series_over" });

/**
 * Ends a series: no more occurrences are made, and scheduled ones are cancelled, silently or with a notification; one
 * in progress continues. Failures: conflict (version, `over`), missing.
 */
export const endSeries = (ctx: Ctx, given: EndSeriesInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...seriesAccess, input: endSeriesInput }, given, ({ row: series, fields: { notify }, found }) => {
    const coming = found.filter((each) => each.row.status === "scheduled");
    if (series.dueAt === null && coming.length === 0) return over;
    const off = callOff(ctx, series, coming, notify);
    const rule = endedRule(series, ctx.now());
    const versions = coming.map((each) => ({ id: each.row.id, version: each.row.version }));
    return ok({
      action: "maintenance_series.end",
      fields: { rule, dueAt: null },
      expect: [{ table: maintenance, rows: versions }],
      guards: [seriesStill(series)],
      changes: off.changes,
      notices: off.notices,
      before: { rule: series.rule, planned: coming.length },
      after: { rule, planned: 0 },
      publishes: true,
    });
  });
