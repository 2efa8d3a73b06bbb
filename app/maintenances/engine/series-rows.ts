import { maintenanceSeries } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { writeLocalTime } from "~/time/local-time";
import { type Repeat, repeatOf, ruleText } from "~/time/repeat";
import type { SeriesRow } from "../queries/maintenance-series";
import type { planMaintenanceInput } from "../rules/input";
import { overlapsItself, seriesStep } from "../rules/series";
import { headOf, type PlannedOccurrence, plannedRows } from "./maintenance-rows";

/** Returns occurrences with these starts. Only the first of a new series is announced; the others have reminders. */
export const occurrencesAt = (
  ctx: Ctx,
  series: Pick<SeriesRow, "id" | "duration">,
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
export function newRule(rule: string, startsLocal: string, repeat: Repeat | undefined): string {
  const wanted = repeat ?? repeatOf(rule);
  return wanted ? ruleText(wanted, startsLocal) : rule;
}

type PlanInput = ReturnType<typeof planMaintenanceInput.parse>;

interface NewSeries {
  /** Id of its first occurrence. */
  id: string;
  zone: string;
  input: PlanInput & { repeat: Repeat };
}

/** Returns the failure of an invalid repetition; null when it is valid. */
export function repeatTrouble(times: { rule: string; zone: string; startsLocal: string; duration: number }) {
  return overlapsItself(times) ? invalid("repeat", "maintenance.overlaps", "overlaps_itself") : null;
}

/**
 * Returns the rows of a new series and its first occurrences: those of the next 30 days, or the next one if that is
 * later.
 */
export function newSeries(ctx: Ctx, { id, zone, input }: NewSeries) {
  const { pageId, repeat, startsAt, endsAt, tellPlanned } = input;
  const [now, startsLocal] = [ctx.now(), writeLocalTime(startsAt, zone)];
  const times = { rule: ruleText(repeat, startsLocal), zone, startsLocal, duration: endsAt - startsAt };
  const trouble = repeatTrouble(times);
  if (trouble) return trouble;
  const step = seriesStep({ ...times, madeUntil: 0, components: input.components }, now, { atLeast: 1 });
  if (step.starts.length === 0) return invalid("repeat", "maintenance.no_dates_left", "no_dates");
  const row = { id: ctx.id(), pageId, ...times, ...headOf(input), tellPlanned, createdAt: now, updatedAt: now };
  const [first, ...others] = occurrencesAt(ctx, row, step.starts) as [PlannedOccurrence, ...PlannedOccurrence[]];
  const rows = plannedRows(ctx, pageId, headOf(input), [
    { ...first, id, notify: tellPlanned, follows: false },
    ...others,
  ]);
  if (!rows.ok) return rows;
  const { madeUntil, dueAt } = step;
  const series = insertRows(maintenanceSeries, [{ ...row, madeUntil, dueAt }]);
  return { ok: true as const, value: { ...rows.value, changes: [...series, ...rows.value.changes] } };
}
