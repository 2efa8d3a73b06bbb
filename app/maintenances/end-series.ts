import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { maintenanceTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  insertMaintenanceUpdatesStatements,
  type MaintenanceComponentStatuses,
  maintenanceNotices,
} from "./engine/maintenance-rows";
import { standardUpdateTexts } from "./engine/maintenance-words";
import { deleteRemindersStatement } from "./queries/maintenance";
import {
  guardSeriesVersionStatement,
  type MaintenanceSeriesRow,
  type OccurrenceRow,
} from "./queries/maintenance-series";
import { type EndMaintenanceSeriesInput, endMaintenanceSeriesInputSchema } from "./rules/input";
import { endRepeatRule } from "./rules/series";
import { maintenanceSeriesChangeTarget } from "./series";

export type { EndMaintenanceSeriesInput };

const calledOff = (
  ctx: Ctx,
  { id, version }: OccurrenceRow["row"],
  components: MaintenanceComponentStatuses,
  notify: boolean,
) => maintenanceNotices(ctx, { id, components, sequence: version + 1, event: "maintenance_called_off", notify });

/** Cancels the scheduled occurrences; only the soonest is announced. */
function callOff(ctx: Ctx, { pageId }: MaintenanceSeriesRow, coming: readonly OccurrenceRow[], notify: boolean) {
  const now = ctx.now();
  const ids = coming.map(({ row }) => row.id);
  const told = notify ? ids.slice(0, 1) : [];
  const soonest = coming[0];
  const components = JSON.parse(soonest?.components ?? "{}") as MaintenanceComponentStatuses;
  const off = ids.map((id) => ({ id, status: "cancelled" as const, dueAt: null, updatedAt: now }));
  const says = (maintenanceId: string) => ({
    maintenanceId,
    status: "cancelled" as const,
    notify: told.includes(maintenanceId),
    body: told.includes(maintenanceId) ? standardUpdateTexts.ended : standardUpdateTexts.cancelled,
  });
  return {
    changes: [
      ...updateRowsStatements(maintenanceTable, pageId, off),
      ...insertMaintenanceUpdatesStatements(ctx, pageId, ids.map(says)),
      ...(ids.length > 0 ? [deleteRemindersStatement(ids)] : []),
    ],
    notices: soonest ? calledOff(ctx, soonest.row, components, notify) : [],
  };
}

const over = fail({ name: "conflict", code: "over", detail: "maintenance.series_over" });

/**
 * Ends a series: no more occurrences are created, and scheduled ones are cancelled, silently or with a notification. An
 * occurrence in progress continues. Failures: conflict (version, `over`), missing.
 */
export const endMaintenanceSeries = (ctx: Ctx, given: EndMaintenanceSeriesInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...maintenanceSeriesChangeTarget, input: endMaintenanceSeriesInputSchema },
    given,
    ({ row: series, fields: { notify }, found }) => {
      const coming = found.filter((each) => each.row.status === "scheduled");
      if (series.dueAt === null && coming.length === 0) return over;
      const off = callOff(ctx, series, coming, notify);
      const rule = endRepeatRule(series, ctx.now());
      const versions = coming.map((each) => ({ id: each.row.id, version: each.row.version }));
      return ok({
        action: "maintenance_series.end",
        fields: { rule, dueAt: null },
        expect: [{ table: maintenanceTable, rows: versions }],
        guards: [guardSeriesVersionStatement(series)],
        changes: off.changes,
        notices: off.notices,
        before: { rule: series.rule, planned: coming.length },
        after: { rule, planned: 0 },
        publishes: true,
      });
    },
  );
