import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences, present } from "~/change/differences";
import { maintenance } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { touchedStatus } from "./engine/maintenance-rows";
import { newRule, repeatTrouble } from "./engine/series-rows";
import { componentsToRead, unknownComponent } from "./known-components";
import { type SeriesRow, seriesStill } from "./queries/maintenance-series";
import { type EditSeriesInput, editSeriesInput } from "./rules/input";
import { shiftedStart } from "./rules/series";
import { seriesAccess } from "./series";
import { arrangeOccurrences, occurrenceChanges } from "./series-occurrences";

export type { EditSeriesInput };

type SeriesInput = ReturnType<typeof editSeriesInput.parse>;

function componentsOf({ components }: SeriesInput) {
  if (!components) return undefined;
  return Object.fromEntries(Object.entries(components).map(([id, status]) => [id, touchedStatus(status)]));
}

/** Returns the columns that change; fails when occurrences would overlap each other. */
function wantedFields(series: SeriesRow, input: SeriesInput): Result<Partial<SeriesRow>> {
  const { title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour, startsAt, endsAt } = input;
  const head = present({ title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour });
  const given = startsAt !== undefined && endsAt !== undefined;
  const startsLocal = given ? shiftedStart(series, startsAt) : series.startsLocal;
  const duration = given ? endsAt - startsAt : series.duration;
  const times = { startsLocal, duration, rule: newRule(series.rule, startsLocal, input.repeat) };
  const fields = { ...head, ...present({ components: componentsOf(input) }), ...times };
  return repeatTrouble({ ...times, zone: series.zone }) ?? ok(fields);
}

const editedSeries = {
  ...seriesAccess,
  input: editSeriesInput,
  facts: (ctx: Ctx, input: SeriesInput) => ({
    ...seriesAccess.facts(ctx, input),
    shown: componentsToRead(ctx, input.pageId, input.components),
  }),
};

/**
 * Changes a series and its scheduled occurrences; one that a person changed, that has started or is over stays as it
 * is. Failures: invalid (`end_before_start`, `overlaps_itself`), conflict (version), missing.
 */
export const editSeries = (ctx: Ctx, given: EditSeriesInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, editedSeries, given, ({ row: series, input, found, shown }) => {
    const { components = {}, notify } = input;
    const unknown = unknownComponent(shown, components, series.components);
    if (unknown) return unknown;
    const wanted = wantedFields(series, input);
    if (!wanted.ok) return wanted;
    const after = { ...series, ...wanted.value };
    const plan = arrangeOccurrences(ctx.now(), series, after, found);
    const rows = occurrenceChanges(ctx, after, plan, { found, notify });
    if (!rows.ok) return rows;
    const { madeUntil, dueAt } = plan.step;
    return ok({
      action: "maintenance_series.edit",
      fields: { ...wanted.value, madeUntil, dueAt },
      expect: [{ table: maintenance, rows: rows.value.versions }],
      guards: [seriesStill(series)],
      changes: rows.value.changes,
      notices: rows.value.notices,
      ...differences(series, wanted.value),
      publishes: true,
    });
  });
