import { maintenanceSeriesTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { invalidFieldFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { formatLocalTime } from "~/time/local-time";
import { type MaintenanceRepeat, repeatOfRrule, rruleText } from "~/time/repeat";
import type { MaintenanceSeriesRow } from "../queries/maintenance-series";
import type { planMaintenanceInputSchema } from "../rules/input";
import { hasOverlappingOccurrences, planOccurrences } from "../rules/series";
import { maintenanceTemplateOf, type PlannedOccurrence, plannedMaintenanceRows } from "./maintenance-rows";

/** Returns occurrences with these starts. Only the first of a new series is announced; the others have reminders. */
export const plannedOccurrencesAt = (
  ctx: Ctx,
  series: Pick<MaintenanceSeriesRow, "id" | "duration">,
  starts: readonly number[],
): PlannedOccurrence[] =>
  starts.map((at) => ({
    id: ctx.id(),
    startsAt: at,
    endsAt: at + series.duration,
    seriesId: series.id,
    occurrenceAt: at,
    notify: false,
    follows: true,
  }));

/** Returns the rule for another first start or another repetition; chosen weekdays stay. */
export function newRepeatRule(rule: string, startsLocal: string, repeat: MaintenanceRepeat | undefined): string {
  const wanted = repeat ?? repeatOfRrule(rule);
  return wanted ? rruleText(wanted, startsLocal) : rule;
}

type PlanInput = ReturnType<typeof planMaintenanceInputSchema.parse>;

interface NewSeriesFacts {
  /** Id of its first occurrence. */
  id: string;
  zone: string;
  input: PlanInput & { repeat: MaintenanceRepeat };
}

/** Returns the failure of an invalid repetition; null when it is valid. */
export function seriesRepeatFailure(times: { rule: string; zone: string; startsLocal: string; duration: number }) {
  return hasOverlappingOccurrences(times)
    ? invalidFieldFailure("repeat", "maintenance.overlaps", "overlaps_itself")
    : null;
}

/**
 * Returns the rows of a new series and of its first occurrences: those of the next 30 days, or the next one if it is
 * later.
 */
export function newSeriesRows(ctx: Ctx, { id, zone, input }: NewSeriesFacts) {
  const { pageId, repeat, startsAt, endsAt, tellPlanned } = input;
  const [now, startsLocal] = [ctx.now(), formatLocalTime(startsAt, zone)];
  const times = { rule: rruleText(repeat, startsLocal), zone, startsLocal, duration: endsAt - startsAt };
  const trouble = seriesRepeatFailure(times);
  if (trouble) return trouble;
  const step = planOccurrences({ ...times, madeUntil: 0, components: input.components }, now, { atLeast: 1 });
  if (step.starts.length === 0) return invalidFieldFailure("repeat", "maintenance.no_dates_left", "no_dates");
  const row = {
    id: ctx.id(),
    pageId,
    ...times,
    ...maintenanceTemplateOf(input),
    tellPlanned,
    createdAt: now,
    updatedAt: now,
  };
  const [first, ...others] = plannedOccurrencesAt(ctx, row, step.starts) as [PlannedOccurrence, ...PlannedOccurrence[]];
  const rows = plannedMaintenanceRows(ctx, pageId, maintenanceTemplateOf(input), [
    { ...first, id, notify: tellPlanned, follows: false },
    ...others,
  ]);
  if (!rows.ok) return rows;
  const { madeUntil, dueAt } = step;
  const series = insertRowsStatements(maintenanceSeriesTable, [{ ...row, madeUntil, dueAt }]);
  return { ok: true as const, value: { ...rows.value, changes: [...series, ...rows.value.changes] } };
}
