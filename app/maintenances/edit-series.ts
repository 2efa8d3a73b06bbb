import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { maintenanceTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { statusDuringMaintenance } from "./engine/maintenance-rows";
import { newRepeatRule, seriesRepeatFailure } from "./engine/series-rows";
import { componentsIfNamedQuery, unknownMaintenanceComponentFailure } from "./known-components";
import { guardSeriesVersionStatement, type MaintenanceSeriesRow } from "./queries/maintenance-series";
import { type EditMaintenanceSeriesInput, editMaintenanceSeriesInputSchema } from "./rules/input";
import { shiftSeriesStart } from "./rules/series";
import { maintenanceSeriesChangeTarget } from "./series";
import { occurrenceChanges, planOccurrenceChanges } from "./series-occurrences";

export type { EditMaintenanceSeriesInput };

type SeriesInput = ReturnType<typeof editMaintenanceSeriesInputSchema.parse>;

function componentsOf({ components }: SeriesInput) {
  if (!components) return undefined;
  return Object.fromEntries(Object.entries(components).map(([id, status]) => [id, statusDuringMaintenance(status)]));
}

/** Returns the columns that change; fails when occurrences would overlap each other. */
function wantedFields(series: MaintenanceSeriesRow, input: SeriesInput): Result<Partial<MaintenanceSeriesRow>> {
  const { title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour, startsAt, endsAt } = input;
  const head = withoutUndefinedFields({ title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour });
  const given = startsAt !== undefined && endsAt !== undefined;
  const startsLocal = given ? shiftSeriesStart(series, startsAt) : series.startsLocal;
  const duration = given ? endsAt - startsAt : series.duration;
  const times = { startsLocal, duration, rule: newRepeatRule(series.rule, startsLocal, input.repeat) };
  const fields = { ...head, ...withoutUndefinedFields({ components: componentsOf(input) }), ...times };
  return seriesRepeatFailure({ ...times, zone: series.zone }) ?? ok(fields);
}

const editedSeries = {
  ...maintenanceSeriesChangeTarget,
  input: editMaintenanceSeriesInputSchema,
  facts: (ctx: Ctx, input: SeriesInput) => ({
    ...maintenanceSeriesChangeTarget.facts(ctx, input),
    shown: componentsIfNamedQuery(ctx, input.pageId, input.components),
  }),
};

/**
 * Changes a series and its scheduled occurrences. An occurrence that a person changed, that has started or is over
 * stays unchanged. Failures: invalid (`end_before_start`, `overlaps_itself`), conflict (version), missing.
 */
export const editMaintenanceSeries = (ctx: Ctx, given: EditMaintenanceSeriesInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, editedSeries, given, ({ row: series, input, found, shown }) => {
    const { components = {}, notify } = input;
    const unknown = unknownMaintenanceComponentFailure(shown, components, series.components);
    if (unknown) return unknown;
    const wanted = wantedFields(series, input);
    if (!wanted.ok) return wanted;
    const after = { ...series, ...wanted.value };
    const plan = planOccurrenceChanges(ctx.now(), series, after, found);
    const rows = occurrenceChanges(ctx, after, plan, { found, notify });
    if (!rows.ok) return rows;
    const { madeUntil, dueAt } = plan.step;
    return ok({
      action: "maintenance_series.edit",
      fields: { ...wanted.value, madeUntil, dueAt },
      expect: [{ table: maintenanceTable, rows: rows.value.versions }],
      guards: [guardSeriesVersionStatement(series)],
      changes: rows.value.changes,
      notices: rows.value.notices,
      ...changedValues(series, wanted.value),
      publishes: true,
    });
  });
